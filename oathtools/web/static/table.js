// Small conveniences. Every page works without them: forms are forms, and a page that is loaded anew shows how it is.
"use strict";
(() => {
  const body = document.body;
  let dirty = false;

  // Who answers: the server that this page came from, or what runs in the browser itself (oathtools/browser).
  const server = globalThis.oathtools ?? {
    ask: (where, how) => fetch(where, how),
    here: () => location.href,
    moved: (where) => history.replaceState(null, "", where),
  };

  const within = (selector, act) => document.querySelectorAll(selector).forEach(act);

  // -- the page as it is now -----------------------------------------------------------------------------------

  // One page is asked for at a time, so that an older one never takes the place of a newer one; and none comes while a
  // finger lies on the page, or once a form is on its way: what was tapped would be gone before the tap has ended.
  let asking = false;
  let again = false;
  let pressed = false;
  let leaving = false;

  // What is lost on the way is asked for again, ever more seldom, and said; `announced` is the newest state that the
  // table has named: a page that shows an older one is asked for again, whatever became of the question before.
  let announced = body.dataset.at;
  let failed = 0;
  let heard = Date.now();
  let stream;

  const stale = () => announced !== body.dataset.at && document.querySelector("#news").hidden;

  function lost(is) {
    document.querySelector("#lost").hidden = !is;
  }

  async function renew() {
    if (body.dataset.tab === "refused" || body.dataset.tab === "join" || body.dataset.tab === "position") return;
    again = asking || pressed;
    if (again || leaving) return;
    asking = true;
    let came = false;
    try {
      const how = { headers: { accept: "text/html" }, signal: AbortSignal.timeout(8000) };
      const answer = await server.ask(server.here(), how);
      if (answer.status >= 500) throw new Error("the table is at fault");
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      came = true;
      if (pressed) again = true;
      else if (!leaving) show(fresh);
    } catch {
      failed += 1;
    } finally {
      asking = false;
    }
    if (came) failed = 0;
    lost(failed > 1);
    if (!came) setTimeout(renew, Math.min(5000, 250 * 2 ** failed));
    else if (again && !pressed) renew();
    else if (!leaving && stale()) setTimeout(() => stale() && renew(), 500);
  }

  function show(fresh) {
    const number = (page) => page.querySelector("main [name=n]")?.value;
    if (dirty && number(fresh) === number(document)) {
      body.dataset.at = fresh.body.dataset.at;
      return;
    }
    if (dirty) {
      document.querySelector("#news").hidden = false;
      return;
    }
    const opened = [...document.querySelectorAll("main details")].map((each) => each.open);
    happened(fresh);
    document.querySelector("main").replaceWith(document.adoptNode(fresh.querySelector("main")));
    document.querySelectorAll("main details").forEach((each, at) => (each.open = opened[at] ?? each.open));
    document.querySelector("nav").replaceWith(document.adoptNode(fresh.querySelector("nav")));
    if (fresh.body.dataset.called && !body.dataset.called) navigator.vibrate?.([120, 60, 120]);
    body.dataset.called = fresh.body.dataset.called ?? "";
    body.dataset.at = fresh.body.dataset.at;
    document.title = fresh.title;
    wake();
  }

  // Across the room: what has just happened stands large over the shared screen, for some seconds.
  let over;
  function happened(fresh) {
    const [before, after] = [document, fresh].map((page) => Number(page.querySelector(".shared")?.dataset.last ?? NaN));
    const rows = [...fresh.querySelectorAll(".strip .log li")].filter((row) => Number(row.dataset.n) > before);
    if (!(after > before) || !rows.length || !matchMedia("(min-width:62rem)").matches) return;
    const large = document.querySelector("#happened");
    large.replaceChildren(
      ...rows.slice(-3).map((row) => {
        const line = document.createElement("span");
        line.textContent = row.dataset.text;
        return line;
      }),
    );
    large.hidden = false;
    clearTimeout(over);
    over = setTimeout(() => (large.hidden = true), 5000);
  }

  function clock() {
    within("time[data-since]", (each) => {
      const minutes = Math.floor((Date.now() / 1000 - Number(each.dataset.since)) / 60);
      if (minutes > 0) each.textContent = `${minutes} min`;
      each.classList.toggle("late", Number(each.dataset.mark) > 0 && minutes >= Number(each.dataset.mark));
    });
  }

  // A finger is broader than a number of the Law: a tap beside a link, on nothing else, is one on the nearest link.
  function beside(event) {
    if (event.pointerType !== "touch" || event.target.closest("a,button,input,select,textarea,label,summary")) return;
    const [x, y] = [event.clientX, event.clientY];
    let [least, nearest] = [14, null];
    within("main a[href]", (each) => {
      for (const box of each.getClientRects()) {
        const far = Math.max(box.left - x, x - box.right, box.top - y, y - box.bottom);
        if (far < least) [least, nearest] = [far, each];
      }
    });
    if (nearest?.checkVisibility()) nearest.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  function touching() {
    addEventListener("click", beside);
    const lifted = () =>
      setTimeout(() => {
        pressed = false;
        if (again) renew();
      }, 80);
    addEventListener("pointerdown", () => (pressed = true), true);
    addEventListener("pointerup", lifted, true);
    addEventListener("pointercancel", lifted, true);
    addEventListener("submit", (event) => (leaving = !event.target.matches(".ticks")), true);
    addEventListener("pageshow", () => (leaving = false));
  }

  function listen() {
    stream = new EventSource("/events");
    stream.addEventListener("at", (event) => {
      heard = Date.now();
      announced = event.data;
      if (stale()) renew();
      else if (!failed) lost(false);
    });
    stream.addEventListener("open", () => (heard = Date.now()));
  }

  // The table is heard every fifteen seconds; a line that is silent for longer is opened anew, and the silence said.
  function watch() {
    const silent = Date.now() - heard;
    const cut = stream.readyState !== EventSource.OPEN;
    if (silent > 40000 || (cut && silent > 3000)) lost(true);
    if (silent > 40000 || stream.readyState === EventSource.CLOSED) {
      stream.close();
      listen();
    }
    if (!cut && stale()) renew();
    clock();
  }

  // -- tapping -------------------------------------------------------------------------------------------------

  function stepper(input) {
    const by = (change) => {
      const label = document.createElement("button");
      label.type = "button";
      label.textContent = change > 0 ? "+" : "−";
      label.className = "step";
      label.setAttribute("aria-label", change > 0 ? "one more" : "one less");
      label.addEventListener("click", (event) => {
        event.preventDefault();
        const now = Number(input.value || 0) + change;
        input.value = Math.max(Number(input.min), Math.min(Number(input.max), now));
        input.dispatchEvent(new Event("input", { bubbles: true }));
        dirty = true;
        count(input);
      });
      return label;
    };
    input.before(by(-1));
    input.after(by(1));
  }

  function count(input) {
    const dice = input.closest("[data-dice]");
    if (!dice) return;
    const sum = [...dice.querySelectorAll("input")].reduce((all, each) => all + Number(each.value || 0), 0);
    const go = dice.closest("form").querySelector(".go");
    go.dataset.says ??= go.textContent;
    go.disabled = sum !== Number(dice.dataset.dice);
    go.textContent = go.disabled ? `${sum} of ${dice.dataset.dice}` : go.dataset.says;
  }

  function naming(input) {
    const list = input.closest("label").nextElementSibling;
    input.addEventListener("input", async () => {
      const begun = input.value.split(",").pop().trim();
      list.hidden = true;
      if (begun.length < 2) return;
      const answer = await server.ask(`${input.dataset.names}?q=${encodeURIComponent(begun)}`);
      const names = await answer.json();
      list.replaceChildren(
        ...names.map((name) => {
          const row = document.createElement("li");
          const tap = document.createElement("button");
          tap.type = "button";
          tap.className = "tap";
          tap.textContent = name;
          tap.addEventListener("click", () => {
            input.value = [...input.value.split(",").slice(0, -1).map((each) => each.trim()), name].join(", ") + ", ";
            list.hidden = true;
            if ("one" in input.dataset) input.form.requestSubmit();
            else input.focus();
          });
          row.append(tap);
          return row;
        }),
      );
      list.hidden = names.length === 0;
    });
  }

  function live(input) {
    let waiting;
    input.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(async () => {
        const where = `${input.form.getAttribute("action")}?${input.name}=${encodeURIComponent(input.value)}`;
        const answer = await server.ask(where);
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        document.querySelector(input.dataset.live).replaceWith(
          document.adoptNode(fresh.querySelector(input.dataset.live)),
        );
        server.moved(where);
      }, 150);
    });
  }

  // What is ticked is weighed before it is asked for: the chance of the declaration, or why it may not be made.
  function weighing(form) {
    let waiting;
    form.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(async () => {
        const answer = await server.ask(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`);
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        const said = fresh.querySelector("p.odds") ?? fresh.querySelector(".judged");
        if (said) form.querySelector(".weighed").replaceChildren(document.adoptNode(said));
      }, 150);
    });
  }

  // What is put in order is tapped in that order; what is not tapped comes after it as it stands.
  function ordering(form) {
    const rows = [...form.querySelectorAll(".amount")];
    const tapped = [];
    const number = () => {
      [...tapped, ...rows.filter((row) => !tapped.includes(row))].forEach((row, at) => {
        row.querySelector("input").value = at + 1;
        row.querySelector(".rank").textContent = tapped.includes(row) ? at + 1 : "";
      });
    };
    rows.forEach((row) => {
      row.classList.add("ranked");
      row.querySelector("input").hidden = true;
      const tap = document.createElement("button");
      tap.type = "button";
      tap.className = "tap";
      tap.append(row.firstChild);
      const rank = document.createElement("b");
      rank.className = "rank";
      tap.append(rank);
      row.prepend(tap);
      tap.addEventListener("click", () => {
        dirty = true;
        if (tapped.includes(row)) tapped.splice(tapped.indexOf(row));
        else tapped.push(row);
        number();
      });
    });
    number();
  }

  function ticking(form) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const told = new URLSearchParams(new FormData(form));
      told.set(event.submitter.name, event.submitter.value);
      await server.ask(form.getAttribute("action"), { method: "POST", body: told });
      renew();
    });
  }

  function filter(input) {
    input.addEventListener("input", () => {
      const begun = input.value.trim().toLowerCase();
      within(`${input.dataset.filter} li`, (row) => (row.hidden = !row.textContent.toLowerCase().includes(begun)));
      if (begun) within("main details", (each) => (each.open = true));
    });
  }

  function wake() {
    dirty = false;
    within("form.order", ordering);
    within(".amount:not(.ranked) input[type=number]", stepper);
    within("[data-dice]", (dice) => {
      count(dice.querySelector("input"));
      dice.querySelectorAll(".die .face").forEach((face) =>
        face.addEventListener("click", (event) => {
          event.preventDefault();
          face.closest(".die").querySelector(".step:last-of-type").click();
        }),
      );
    });
    within("[data-names]", naming);
    within("[data-live]", live);
    within("[data-filter]", filter);
    within("form.ticks", ticking);
    within("main form.campaign", weighing);
    within("main form.answer, main form.campaign", (form) => form.addEventListener("input", () => (dirty = true)));
    within("main form.answer", (form) =>
      form.addEventListener("submit", () => {
        within("[data-names]", (input) => (input.value = input.value.replace(/[,\s]+$/, "")));
        setTimeout(() => within("button", (each) => (each.disabled = true)));
      }),
    );
  }

  wake();
  touching();
  clock();
  if (server === globalThis.oathtools) {
    document.addEventListener("shown", () => {
      leaving = false;
      wake();
    });
  } else if (document.querySelector("nav a[href='/table']")) {
    listen();
    setInterval(watch, 2000);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") renew();
    });
  }
})();
