// Run by node when the folder is made: Pyodide itself starts the package, and says by that which modules a start needs.
import { readFileSync, writeFileSync } from "node:fs";

const [runtime, pages] = process.argv.slice(2);
const unused = readFileSync(pages.replace("ready.py", "unused.txt"), "utf8").replace(/^#.*$/gm, "");
const { loadPyodide } = await import(`file://${runtime}/pyodide.mjs`);
const into = (name) => new Uint8Array(readFileSync(`${runtime}/${name}`));
try {
  // Lines are enough for a traceback; columns would be a third of what is compiled.
  const python = await loadPyodide({ indexURL: `${runtime}/`, env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } });
  const site = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(into("oathtools.zip"), "zip", { extractDir: site });
  for (const name of ["oathtools.zip", "python_stdlib.zip"]) python.FS.writeFile(`/${name}`, into(name));
  python.runPython(readFileSync(pages, "utf8"));
  await python.globals.get("ready")(site, unused);
  for (const name of ["oathtools.zip", "python_stdlib.zip"]) writeFileSync(`${runtime}/${name}`, python.FS.readFile(`/${name}`));
} catch (fault) {
  console.error(String(fault?.message ?? fault).slice(-2000));
  process.exit(1);
}
