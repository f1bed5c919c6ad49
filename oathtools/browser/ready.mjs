// Run by node when the folder is made: Pyodide itself compiles what a start needs, is begun with that, and kept as it stands.
//   node ready.mjs RUNTIME READY: RUNTIME has Pyodide and python.tar; python.zst and start.json are written there.
import { readFileSync, writeFileSync } from "node:fs";
import { begun as from, noting, parted } from "./static/start.js";

const [runtime, pages] = process.argv.slice(2);
const { loadPyodide } = await import(`file://${runtime}/pyodide.mjs`);
const create = (await import(`file://${runtime}/pyodide.asm.mjs`)).default;
const begun = (tar, how) => from({ loadPyodide, indexURL: `${runtime}/`, ...how }, tar);

try {
  const unused = readFileSync(pages.replace("ready.py", "unused.txt"), "utf8").replace(/^#.*$/gm, "");
  const given = new Uint8Array(readFileSync(`${runtime}/python.tar`));
  const first = await begun(given.slice());
  first.runPython(readFileSync(pages, "utf8"));
  const tar = (await first.globals.get("compiled")(first.toPy(given), unused)).toJs();

  let brought, made;
  const second = await begun(tar.slice(), {
    _makeSnapshot: true,
    createPyodideModule: async (settings) => {
      noting(settings, (memory) => (brought = memory));
      return (made = await create(settings));
    },
  });
  // Those pages that come first are ready, too; what is frozen lies where the standard library was zipped.
  const held = second.runPython(`
import gc, sys
import oathtools.browser.device
from oathtools.web import shelf
gc.collect()
for name in ("base", "parts", "law", "rules"):
    shelf._pages().get_template(f"{name}.html")
    gc.collect()
files = [str(getattr(module, "__file__", None)) for module in sys.modules.values()]
"\\n".join(files).replace("/lib/python314.zip/", "/lib/python3.14/")
`);
  made.HEAPU8.fill(0, made._emscripten_stack_get_end(), made._emscripten_stack_get_current());
  const end = made.HEAPU32[made._emscripten_get_sbrk_ptr() >> 2];
  const memory = made.HEAPU8.slice(0, Math.ceil(end / 65536) * 65536);
  const keys = made.API.serializeHiwireState();
  parted(memory, brought);
  const files = first.globals.get("without")(first.toPy(tar), held).toJs();
  const content = new Uint8Array(memory.length + files.length);
  content.set(memory);
  content.set(files, memory.length);
  writeFileSync(`${runtime}/python.zst`, first.globals.get("packed")(first.toPy(content)).toJs());
  writeFileSync(`${runtime}/python.tar`, tar);
  writeFileSync(`${runtime}/start.json`, JSON.stringify({ memory: memory.length, files: files.length, keys }));
} catch (fault) {
  console.error(String(fault?.message ?? fault).slice(-2000));
  process.exit(1);
}
