/**
 * Lighthouse's scores of pages, as JSON: `node run.mjs <times> <address> ...`. CHROME_PATH names the browser.
 *
 * Its own settings are the mobile profile: a slow phone on a slow line, simulated.
 */

import * as launcher from "chrome-launcher";
import lighthouse from "lighthouse";

const [times, ...addresses] = process.argv.slice(2);
const chromeFlags = [
  "--headless=new",
  "--no-sandbox",
  "--no-first-run",
  "--disable-background-networking",
];
const told = [];
for (const address of addresses) {
  for (let time = 0; time < Number(times); time += 1) {
    const chrome = await launcher.launch({ chromeFlags, logLevel: "silent" });
    try {
      const { lhr } = await lighthouse(address, {
        port: chrome.port,
        output: "json",
        logLevel: "error",
      });
      const scores = Object.fromEntries(
        Object.values(lhr.categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
      );
      const faults = Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
        auditRefs
          .filter(({ id: audit, weight }) => weight > 0 && (lhr.audits[audit].score ?? 1) < 0.9)
          .map(({ id: audit }) => {
            const { title, displayValue } = lhr.audits[audit];
            return `${id}: ${title}${displayValue ? ` (${displayValue})` : ""}`;
          }),
      );
      told.push({ address, scores, faults, error: lhr.runtimeError?.message ?? "" });
    } finally {
      chrome.kill();
    }
  }
}
console.log(JSON.stringify(told));
