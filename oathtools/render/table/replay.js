// Steps through what was drawn before: each step names its pictures and words by their numbers.
"use strict";
(() => {
  const { pieces, pictures, words, steps, lines, clauses, curve } = JSON.parse(document.querySelector("#data").textContent);
  const find = (id) => document.querySelector(`#${id}`);
  const table = find("table");
  const slider = find("at");
  const drawn = new Map();
  let at = 0;
  let begun = false;
  let playing = 0;
  let noted = 0;

  const picture = (number) => {
    if (!drawn.has(number)) {
      const frame = document.createElement("template");
      frame.innerHTML = pictures[number].map((piece) => pieces[piece]).join("");
      drawn.set(number, frame.content.firstElementChild);
    }
    return drawn.get(number);
  };

  // -- what is there from the beginning ------------------------------------------------------------------------

  const told = lines.map(({ n, k, t }) => {
    const row = document.createElement("li");
    row.dataset.k = k;
    row.dataset.n = n;
    row.innerHTML = k === "round" || k === "turn" ? t : `<span class="n">${n}</span>${t}`;
    return row;
  });
  find("log").append(...told);

  const last = steps.length - 1;
  slider.max = last;
  const stepOf = new Map(steps.map((step, index) => [step.n, index]));
  const starts = new Set(lines.filter((line) => line.k === "turn" || line.k === "round").map((line) => stepOf.get(line.n)));
  const stops = new Set([0, last, ...lines.map((line) => stepOf.get(line.n))]);
  steps.forEach((step, index) => {
    const before = steps[index - 1];
    if (before && (String(step.c) !== String(before.c) || step.b !== before.b)) stops.add(index);
  });

  let bar;
  steps.forEach((step, index) => {
    if (!bar || starts.has(index)) {
      bar = document.createElement("i");
      bar.className = step.t ? `seat-${step.t}` : "";
      bar.style.flexGrow = 0;
      find("turns").append(bar);
    }
    bar.style.flexGrow = Number(bar.style.flexGrow) + 1;
    if (lines.some((line) => line.k === "mark" && line.n === step.n)) bar.innerHTML = "<b>!</b>";
  });

  // How near everybody stood to winning as each turn began: the fuller, the nearer.
  const nearness = (mark) => (mark === "*" ? 1 : mark === "-" ? 0.06 : Math.max(0.12, 0.6 - 0.13 * Number(mark)));
  if (curve.length) document.body.classList.add("reviewed");
  Object.keys(curve[0]?.[1] ?? {}).forEach((seat) => {
    const row = document.createElement("div");
    const first = document.createElement("i");
    first.style.flexGrow = stepOf.get(curve[0][0]) ?? 0;
    row.append(first);
    curve.forEach(([n, marks], index) => {
      const cell = document.createElement("i");
      cell.className = `seat-${seat}`;
      cell.style.opacity = nearness(marks[seat]);
      cell.style.flexGrow = (stepOf.get(curve[index + 1]?.[0]) ?? last + 1) - (stepOf.get(n) ?? 0);
      row.append(cell);
    });
    find("curve").append(row);
  });

  // -- a step --------------------------------------------------------------------------------------------------

  function columns(step, fresh) {
    while (table.children.length > step.c.length) table.lastChild.remove();
    while (table.children.length < step.c.length) table.append(document.createElement("div"));
    step.c.forEach((numbers, index) => {
      const column = table.children[index];
      const shown = numbers.map(picture);
      shown.forEach((each, place) => {
        if (column.children[place] === each) return;
        each.classList.toggle("fresh", fresh);
        column.insertBefore(each, column.children[place] ?? null);
      });
      while (column.children.length > shown.length) column.lastChild.remove();
    });
  }

  function show(index) {
    const step = steps[index];
    columns(step, begun && index > at);
    begun = true;
    at = index;
    find("now").textContent = words[step.h[0]];
    find("oath").textContent = words[step.h[1]];
    find("ahead").textContent = words[step.h[2]];
    find("rounds").replaceChildren(...("r" in step ? [picture(step.r)] : []));
    find("campaign").replaceChildren(...("b" in step ? [picture(step.b)] : []));
    let current;
    told.forEach((row) => {
      const n = Number(row.dataset.n);
      row.classList.toggle("later", n > step.n);
      row.classList.toggle("now", n === step.n);
      if (n <= step.n) current = row;
    });
    const now = told.filter((row) => Number(row.dataset.n) === step.n).map((row) => row.textContent.replace(/^\d+/, ""));
    find("said").textContent = [`${index} of ${last}`, ...now].join(now.length ? ". " : "");
    slider.value = index;
    slider.setAttribute("aria-valuetext", `Answer ${index} of ${last}. ${words[step.h[0]]}`);
    const aside = document.querySelector("aside");
    if (current && getComputedStyle(aside).overflowY === "auto") {
      aside.scrollTop += current.getBoundingClientRect().bottom - aside.getBoundingClientRect().bottom + 40;
    }
    clearTimeout(noted);
    noted = setTimeout(() => history.replaceState(null, "", `#${step.n}`), 300);
    document.body.dataset.n = step.n;
  }

  const among = (places, by) => {
    let index = at + by;
    while (index > 0 && index < last && !places.has(index)) index += by;
    show(Math.max(0, Math.min(last, index)));
  };
  const moves = {
    on: () => among(stops, 1),
    back: () => among(stops, -1),
    "turn-on": () => among(starts, 1),
    "turn-back": () => among(starts, -1),
    play: () => {
      clearInterval(playing);
      playing = playing ? 0 : setInterval(() => (at === last ? moves.play() : moves.on()), 1400);
      find("play").textContent = playing ? "❚❚" : "▶";
    },
  };
  Object.entries(moves).forEach(([id, move]) => find(id).addEventListener("click", move));
  slider.addEventListener("input", () => show(Number(slider.value)));

  // -- keys, swipes, the log and the Law -----------------------------------------------------------------------

  const keys = {
    ArrowRight: "on", ArrowLeft: "back", PageDown: "turn-on", PageUp: "turn-back", " ": "play", n: "turn-on", p: "turn-back",
  };
  addEventListener("keydown", (event) => {
    if (event.target.closest("dialog, input") && event.key !== "PageDown" && event.key !== "PageUp") return;
    if (event.key === " " && event.target.closest("button")) return;
    if (event.key === "Home" || event.key === "End") show(event.key === "Home" ? 0 : last);
    else if (keys[event.key]) moves[keys[event.key]]();
    else return;
    event.preventDefault();
  });

  let from;
  table.addEventListener("touchstart", (event) => (from = event.changedTouches[0]), { passive: true });
  table.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0];
    const across = to.clientX - from.clientX;
    if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(to.clientY - from.clientY)) moves[across < 0 ? "on" : "back"]();
  });

  find("log").addEventListener("click", (event) => {
    const cite = event.target.closest(".cite");
    if (cite) {
      event.preventDefault();
      const box = find("law");
      box.querySelector("h2").textContent = cite.textContent;
      box.querySelector("p").textContent = clauses[cite.textContent];
      box.showModal();
      return;
    }
    const row = event.target.closest("li");
    if (row) show(stepOf.get(Number(row.dataset.n)) ?? at);
  });
  find("law").addEventListener("click", (event) => event.target === find("law") && find("law").close());
  addEventListener("hashchange", () => open());

  function open() {
    show(stepOf.get(Number(location.hash.slice(1))) ?? 0);
  }
  open();
})();
