// The worker: Python, the package in it, and the folder of the sagas. It answers what the page asks, one after the other.
import { loadPyodide } from "./pyodide.mjs";
import { start } from "./start.js";

const SAGAS = "/sagas";
let python;
let device;
let opened = false; // the sagas' folder is mounted here

// -- what is loaded: counted, and what is large unpacked on its way, whatever the host does -------------------------

const plain = self.fetch;
let loaded = 0;

self.fetch = async (what, how) => {
  const address = String(what.url ?? what);
  if (address.endsWith("python_stdlib.zip")) return new Response(""); // start.js has all files
  const large = /\.(wasm|asm\.mjs|tar)$/.exec(address)?.[1];
  if (large === "wasm" && (await self.caches?.match(address))) return plain(address, how); // offline.js has it unpacked
  const answer = await plain(large ? `${address}.packed` : address, how);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const counted = answer.body.pipeThrough(
    new TransformStream({
      transform(part, out) {
        loaded += part.byteLength;
        postMessage({ loaded });
        out.enqueue(part);
      },
    }),
  );
  if (!large) return new Response(counted, answer);
  return new Response(counted.pipeThrough(new DecompressionStream("gzip")), {
    headers: { "content-type": large === "wasm" ? "application/wasm" : "text/javascript" },
  });
};

// A script that came packed.
const script = async (address) => {
  const here = URL.createObjectURL(await (await self.fetch(address)).blob());
  const made = (await import(here)).default;
  URL.revokeObjectURL(here);
  return made;
};

// -- the sagas: a folder in memory, written to the browser's own storage in one piece before anything is shown ------

const synced = (reading) =>
  new Promise((done, failed) => python.FS.syncfs(reading, (fault) => (fault ? failed(fault) : done())));

// In one piece: where one file cannot be written, none is; and on the disk, not only on its way there.
function whole(storage) {
  const store = storage.storeRemoteEntry;
  storage.storeRemoteEntry = (table, path, entry, done) =>
    store(table, path, entry, (fault) => {
      if (fault) table.transaction.abort();
      done(fault);
    });
  // This tab alone writes there: unless something failed, what lies there is what was read or written last.
  const [read, reconcile] = [storage.getRemoteSet, storage.reconcile];
  let there;
  storage.getRemoteSet = (mount, done) => (there ? done(null, there) : read(mount, done));
  storage.reconcile = (from, to, done) => {
    const { db } = from.type === "remote" ? from : to;
    there = undefined;
    try {
      reconcile(from, to, (fault) => {
        there = fault ? undefined : { type: "remote", db, entries: from.entries };
        done(fault);
      });
    } catch (fault) {
      done(fault);
    }
  };
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode) {
    return begin.call(this, names, mode, { durability: "strict" });
  };
}

async function open() {
  whole(python.FS.filesystems.IDBFS);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, SAGAS);
  await synced(true);
  opened = true;
}

async function keep() {
  if (!opened) return "";
  try {
    await synced(false);
    return "";
  } catch (fault) {
    // Storage that was cleared has closed what was open: it is opened once more, and all is written.
    delete python.FS.filesystems.IDBFS.dbs[SAGAS];
    try {
      await synced(false);
      return "";
    } catch (again) {
      return String(again?.name ?? again?.message ?? again ?? fault);
    }
  }
}

// -- asked by the page ----------------------------------------------------------------------------------------------

const make = (root) =>
  python.runPython(`
from pathlib import Path
from oathtools.browser.device import Device
Device(${root ? `Path("${root}")` : "None"})
`);

const acts = {
  async begin({ sagas, columns }) {
    const there = new URL("./", import.meta.url).href;
    const bytes = async (name) => new Uint8Array(await (await self.fetch(`${there}${name}`)).arrayBuffer());
    const packed = bytes("python.zst");
    const stands = self.fetch(`${there}start.json`).then((answer) => answer.json());
    const create = script(`${there}pyodide.asm.mjs`);
    python = await start({ loadPyodide, create, packed, stands, whole: () => bytes("python.tar"), indexURL: there, stdin: () => null });
    // What was so when the folder was made, and is another thing here.
    python.runPython(`import os, random; random.seed(); os.environ["COLUMNS"] = "${columns}"`);
    python.FS.mkdirTree(SAGAS);
    if (sagas) await open();
    device = make(sagas && SAGAS);
    return {};
  },
  async sagas() {
    await open();
    device = make(SAGAS);
    return {};
  },
  async ask({ method, path, body, kind }) {
    const came = await device.answer(method, path, python.toPy(body ?? new Uint8Array()), kind ?? "");
    const [status, type, location, content] = came.toJs();
    came.destroy();
    return { status, type, location, content, unkept: method === "GET" ? undefined : await keep() };
  },
  async keep() {
    return { unkept: await keep() };
  },
};

let turn = Promise.resolve();

self.addEventListener("message", ({ data }) => {
  turn = turn.then(async () => {
    try {
      postMessage({ id: data.id, came: await acts[data.act](data) });
    } catch (fault) {
      postMessage({ id: data.id, fault: String(fault?.message ?? fault) });
    }
  });
});
