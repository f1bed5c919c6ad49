// Run by node: tests of the suite in Pyodide, by the package as the folder of static files has it (test_inside.py).
//   node inside.mjs RUNTIME FOLDER WHEEL REPOSITORY SITE TESTS...
// RUNTIME: Pyodide as npm has it; FOLDER: a version of the folder; WHEEL: hypothesis for Pyodide; SITE: where the other
// modules are that tests want.
import { readFileSync } from "node:fs";

const [runtime, folder, wheel, repository, site, ...words] = process.argv.slice(2);
const MODULES = "pytest _pytest pluggy iniconfig packaging pygments sortedcontainers attr attrs icepool".split(" ");
const SCHEMAS = ["jsonschema", "jsonschema_specifications", "referencing"];
const { loadPyodide } = await import(`file://${runtime}/pyodide.mjs`);
const create = (await import(`file://${runtime}/pyodide.asm.mjs`)).default;
const { start } = await import(`file://${repository}/oathtools/browser/static/start.js`);
try {
  const packed = new Uint8Array(readFileSync(`${folder}/python.zst`));
  const stands = JSON.parse(readFileSync(`${folder}/start.json`, "utf8"));
  const python = await start({ loadPyodide, create, packed, stands, indexURL: `${runtime}/` });
  const here = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: here });
  python.mountNodeFS("/repository", repository);
  for (const name of [...MODULES, ...SCHEMAS]) python.mountNodeFS(`/others/${name}`, `${site}/${name}`);
  python.FS.writeFile("/others/py.py", readFileSync(`${site}/py.py`));
  python.globals.set("words", python.toPy(words));
  process.exitCode = Number(python.runPython(readFileSync(`${repository}/tests/browser/inside.py`, "utf8")));
} catch (fault) {
  console.error(String(fault?.message ?? fault).slice(-2000));
  process.exitCode = 70;
}
