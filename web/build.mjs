/**
 * Bundle the page's runner: `node build.mjs <output folder>`.
 *
 * lesson.js, worker.js and lesson.css keep their names, since pages name them; what they load later is named by its
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

fs.rmSync(shared.outdir, { recursive: true, force: true });
try {
  await esbuild.build({
    ...shared,
    entryPoints: { lesson: `${source}lesson.ts`, worker: `${source}worker.ts` },
    chunkNames: "[name]-[hash]",
    format: "esm",
    splitting: true,
    // The engine's own Python text that boot.ts runs in the page.
    loader: { ".py": "text" },
  });
  await esbuild.build({ ...shared, entryPoints: { lesson: `${source}lesson.css` } });
} catch {
  process.exit(1); // esbuild has said what is wrong, and where
}

for (const name of fs.readdirSync(shared.outdir).sort()) {
  console.log(`${name} ${fs.statSync(path.join(shared.outdir, name)).size}`);
}
