// Python as it stood once all was imported, when the folder was made: its memory, and the files that it may still read. The
// runtime is begun, and instead of starting Python in it that memory is laid into it, so that a start imports nothing.
// Made by ready.mjs, in node: what engines differ in stays as this one has it. Where an engine does not take it, Python is begun
// from all of its files instead, which takes longer.

// Lines are enough for a traceback; columns would be a third of what is compiled. The standard library is not zipped.
const more = { PYTHONNODEBUGRANGES: "1", PYTHONPATH: "/lib/python3.14" };
const env = { HOME: "/home/pyodide", PYTHONUTF8: "1", PYTHONHASHSEED: "0", ...more };
export const begun = ({ loadPyodide, ...how }, tar) => loadPyodide({ env, fsInit: (FS) => layOut(FS, tar), ...how });

// The files of a tar, each a view of it.
export function layOut(FS, tar) {
  const decoder = new TextDecoder();
  const text = (at, length) => decoder.decode(tar.subarray(at, at + length)).replace(/\0.*$/s, "");
  let folder;
  for (let at = 0; at < tar.length && tar[at]; ) {
    const [size, time] = [124, 136].map((field) => parseInt(text(at + field, 12), 8));
    const name = ["", text(at + 345, 155), text(at, 100)].filter((part, n) => part || !n).join("/");
    at += 512;
    const into = name.slice(0, name.lastIndexOf("/"));
    if (into !== folder) FS.mkdirTree((folder = into));
    FS.writeFile(name, tar.subarray(at, at + size), { canOwn: true });
    FS.utime(name, time * 1000, time * 1000);
    at += Math.ceil(size / 512) * 512;
  }
}

// Where an engine keeps how functions are called that take fewer arguments than they are given.
const called = (made) => (made.__PyRuntime + made.HEAP32[made.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;

// What the runtime has in its memory before anything has run: nothing of it need be kept.
export function noting(settings, note) {
  const instantiate = settings.instantiateWasm;
  settings.instantiateWasm = (imports, done) =>
    instantiate(imports, (instance, module) => {
      note(new Uint8Array(instance.exports.memory.buffer).slice());
      return done(instance, module);
    });
}

export function parted(memory, brought) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, brought.length >> 2);
  const less = new Uint32Array(brought.buffer, 0, brought.length >> 2);
  for (let at = 0; at < words.length; at++) words[at] ^= less[at];
}

// By the runtime's own zstd, before Python is there: whatever that takes of the memory is written over afterwards.
function unpacked(made, packed, size) {
  const content = new Uint8Array(size);
  const part = 1 << 18;
  const [from, to, rows] = [part, part, 24].map((length) => made._malloc(length));
  const state = made._ZSTD_createDCtx();
  let [taken, given] = [0, 0];
  while (given < size) {
    const more = packed.subarray(taken, taken + part);
    made.HEAPU8.set(more, from);
    const row = rows >> 2;
    made.HEAPU32.set([from, more.length, 0, to, part, 0], row);
    const came = made._ZSTD_decompressStream(state, rows + 12, rows);
    const [used, got] = [made.HEAPU32[row + 2], made.HEAPU32[row + 5]];
    if (made._ZSTD_isError(came) || !(used || got)) throw new Error("what was loaded is damaged");
    content.set(made.HEAPU8.subarray(to, to + got), given);
    [taken, given] = [taken + used, given + got];
  }
  return content;
}

// Begin; `create`: the runtime's script, `stands`: what start.json says, `packed`: python.zst; or promises of these. `whole`
// is called for python.tar, where it is wanted after all.
export async function start({ whole, ...given }) {
  try {
    const python = await laid(given);
    python.runPython("import json; json.loads('{}')");
    return python;
  } catch (fault) {
    console.warn(`Python is begun the slow way: ${fault?.message ?? fault}`);
    const { create, stands, packed, ...how } = given;
    const createPyodideModule = async (settings) => (await create)(settings);
    return begun({ ...how, createPyodideModule }, await whole());
  }
}

function laid({ loadPyodide, create, stands, packed, ...how }) {
  return loadPyodide({
    ...how,
    _loadSnapshot: new Uint8Array(4),
    createPyodideModule: async (settings) => {
      let brought;
      noting(settings, (memory) => (brought = memory));
      const made = await (await create)(settings);
      const { memory: size, files, keys } = await stands;
      const content = unpacked(made, await packed, size + files);
      const memory = content.subarray(0, size);
      parted(memory, brought);
      const own = made.HEAP32[called(made)];
      if (made.HEAP8.length < size) made.growMemory(size);
      made.HEAPU8.set(memory);
      made.HEAP32[called(made)] = own;
      layOut(made.FS, content.slice(size));
      made.API.restoreSnapshot = () => keys;
      return made;
    },
  });
}
