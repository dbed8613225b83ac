/**
 * Bundle the page's runner: `node build.mjs <output folder>`.
 *
 * lesson.js, lesson.css and the workers keep their names, since pages name them; what they load later is named by its
 * content, and fetched only when it is needed.
 */

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const source = fileURLToPath(new URL("src/", import.meta.url));
const [output] = process.argv.slice(2);
if (!output) {
  console.error("Usage: node build.mjs <output folder>");
  process.exit(2);
}

/** @type {esbuild.BuildOptions} */
const shared = {
  outdir: path.resolve(output),
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "linked",
  logLevel: "warning",
};

/** @type {esbuild.BuildOptions} */
const page = {
  ...shared,
  entryPoints: { lesson: `${source}lesson.ts` },
  chunkNames: "[name]-[hash]",
  format: "esm",
  splitting: true,
  // Python text that the page runs.
  loader: { ".py": "text" },
};

/**
 * The modules that the page needs at once and its later parts need, too; and those later parts.
 *
 * @returns {Promise<{ common: string[], later: Set<string> }>} paths
 */
async function split() {
  const { metafile } = await esbuild.build({ ...page, write: false, metafile: true });
  const outputs = Object.entries(metafile.outputs).filter(([name]) => name.endsWith(".js"));
  const later = new Set(outputs.flatMap(([, { entryPoint }]) => entryPoint ?? []));
  const atOnce = outputs.filter(([, { entryPoint }]) => entryPoint?.endsWith("/lesson.ts"));
  for (const [, { imports }] of atOnce) {
    const names = imports.filter(({ kind }) => kind === "import-statement").map((one) => one.path);
    atOnce.push(...outputs.filter((one) => names.includes(one[0]) && !atOnce.includes(one)));
  }
  const common = atOnce.slice(1).flatMap(([, { inputs }]) => Object.keys(inputs));
  return {
    common: common.map((one) => path.resolve(one)),
    later: new Set([...later].map((one) => path.resolve(one))),
  };
}

/**
 * Have all that is common in one file. By itself esbuild makes one for every set of parts that shares something: a dozen
 * requests before the page can be used.
 *
 * @returns {Promise<esbuild.Plugin>}
 */
async function oneCommonFile() {
  const { common, later } = await split();
  const contents = common.map((module) => `import ${JSON.stringify(module)};`).join("\n");
  return {
    name: "one common file",
    setup(build) {
      build.onResolve({ filter: /^turnkeeper:common$/ }, ({ path: name }) => ({
        path: name,
        namespace: "common",
      }));
      build.onLoad({ filter: /.*/, namespace: "common" }, () => ({ contents, resolveDir: source }));
      build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        if (!later.has(file)) return undefined;
        return {
          contents: `${fs.readFileSync(file, "utf8")}\nimport "turnkeeper:common";`,
          loader: "ts",
        };
      });
    },
  };
}

fs.rmSync(shared.outdir, { recursive: true, force: true });
try {
  await esbuild.build({ ...page, plugins: [await oneCommonFile()] });
  // Each worker is one file: what it would share with the page is too small to be asked for by itself.
  await esbuild.build({
    ...shared,
    entryPoints: {
      worker: `${source}worker.ts`,
      "unpack-worker": `${source}unpack-worker.ts`,
      "format-worker": `${source}format-worker.ts`,
    },
    format: "esm",
    loader: { ".wasm": "file" },
    assetNames: "[name]-[hash]",
  });
  await esbuild.build({ ...shared, entryPoints: { lesson: `${source}lesson.css` } });
  // Browsers differ in whether a service worker may be a module.
  const serviceWorkers = { sw: `${source}sw.ts`, "retired-sw": `${source}retired-sw.ts` };
  await esbuild.build({ ...shared, entryPoints: serviceWorkers, format: "iife" });
} catch {
  process.exit(1); // esbuild has said what is wrong, and where
}

for (const name of fs.readdirSync(shared.outdir).sort()) {
  console.log(`${name} ${fs.statSync(path.join(shared.outdir, name)).size}`);
}
