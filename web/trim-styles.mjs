/**
 * Leave out of Material's stylesheets the rules that nothing in a site can meet: `node trim-styles.mjs <site>`.
 *
 * A page waits for them before it is painted, and most of them are for what this site does not use. What is looked
 * through is all that can bring an element or a class into a page: the pages, what they fetch, and the code that makes
 * elements. A sheet is named by its content, so that no browser takes an older one for it.
 */

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PurgeCSS } from "purgecss";

const [site] = process.argv.slice(2);
if (!site) {
  console.error("Usage: node trim-styles.mjs <site>");
  process.exit(2);
}
/** These have sheets of their own, or no elements. */
const OTHERS = /^(lite|reference|pyodide)\//;

/**
 * @param {string} folder
 * @param {RegExp} wanted
 * @returns {string[]} the files below it whose paths there are wanted
 */
function files(folder, wanted) {
  const all = fs.readdirSync(folder, { recursive: true, encoding: "utf-8" });
  return all
    .map((name) => name.replaceAll(path.sep, "/"))
    .filter((name) => wanted.test(name) && !OTHERS.test(name))
    .map((name) => path.join(folder, name));
}

const pages = files(site, /\.html$/);
const sheets = files(site, /^assets\/stylesheets\/[^/]+\.css$/);
const trimmed = await new PurgeCSS().purge({
  css: sheets,
  content: [
    ...pages,
    ...files(site, /\.json$/),
    ...files(site, /^assets\/javascripts\/bundle\..*\.js$/),
    ...files(fileURLToPath(new URL("src/", import.meta.url)), /\.ts$/),
  ],
});

/** @type {Map<string, string>} */
const renamed = new Map();
for (const { css: rules, file } of trimmed) {
  if (!file) continue;
  const css = rules.replace(/\/\*# sourceMappingURL=.*?\*\//, ""); // its map fits no longer
  const digest = createHash("sha256").update(css).digest("hex").slice(0, 8);
  const [stem] = path.basename(file).split(".");
  const name = `${stem}.${digest}.min.css`;
  fs.rmSync(file);
  fs.rmSync(`${file}.map`, { force: true });
  fs.writeFileSync(path.join(path.dirname(file), name), css);
  renamed.set(path.basename(file), name);
}
for (const page of pages) {
  let text = fs.readFileSync(page, "utf-8");
  for (const [old, name] of renamed)
    text = text.replaceAll(`assets/stylesheets/${old}`, `assets/stylesheets/${name}`);
  fs.writeFileSync(page, text);
}
