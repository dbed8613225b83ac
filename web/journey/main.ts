/**
 * Walk one reader's way in a browser: `node journey/main.ts <chrome|firefox> <its path> <address> <proxy host:port>`.
 *
 * Every host but this machine is asked of the proxy, which the caller watches.
 */

import puppeteer, { type Browser } from "puppeteer-core";
import { STEPS } from "./journey.ts";
import { Reader } from "./reader.ts";

const [kind, executablePath = "", address, proxy] = process.argv.slice(2);
if ((kind !== "chrome" && kind !== "firefox") || !address || !proxy) {
  console.error("Usage: node journey/main.ts <chrome|firefox> <its path> <address> <proxy>");
  process.exit(2);
}

function launch(): Promise<Browser> {
  const env = { ...process.env, MOZ_REMOTE_SETTINGS_DEVTOOLS: "1" }; // heeds the address below
  const shared = { executablePath, headless: true, protocolTimeout: 120_000 };
  if (kind === "chrome") {
    // The browser's own errands are not the page's: they find no host.
    const args = [
      "--no-sandbox",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      "--disable-features=AutofillServerCommunication",
      "--disable-background-networking",
    ];
    return puppeteer.launch({ ...shared, browser: "chrome", args });
  }
  const [host = "", port] = (proxy ?? "").split(":");
  const extraPrefsFirefox = {
    "services.settings.server": "data:,",
    "network.proxy.type": 1,
    "network.proxy.http": host,
    "network.proxy.http_port": Number(port),
    "network.proxy.ssl": host,
    "network.proxy.ssl_port": Number(port),
  };
  return puppeteer.launch({ ...shared, browser: "firefox", env, extraPrefsFirefox });
}

const browser = await launch();
try {
  console.log(await browser.version());
  // In Chromium the proxy is the context's: what the browser asks for itself does not go that way.
  const options = kind === "chrome" ? { proxyServer: `http://${proxy}` } : {};
  const page = await (await browser.createBrowserContext(options)).newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const reader = new Reader(page, address);
  for (const [what, go] of STEPS) {
    const began = performance.now();
    try {
      await go(reader);
    } catch (error) {
      console.log(`failed: ${what}`);
      throw error;
    }
    console.log(`ok: ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  }
  if (errors.length > 0) throw new Error(`The page raised ${errors.join(" and ")}`);
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await browser.close();
}
