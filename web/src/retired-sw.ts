/** In the place of sw.js it ends the service worker on every device that asks for it: nothing of the site is kept any longer. */

import { prefixOf } from "./cache-name.ts";
import type { ServiceWorkerScope } from "./sw-scope.ts";
import { folderOf } from "./unpacked-copy.ts";

const worker = globalThis as unknown as ServiceWorkerScope<unknown>;

async function retire(): Promise<void> {
  const scope = new URL(worker.registration.scope);
  for (const name of await caches.keys()) {
    if (name.startsWith(prefixOf(scope))) await caches.delete(name);
  }
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(folderOf(new URL("pyodide/", scope)), { recursive: true });
  } catch {
    // never written, or a page has it open
  }
  await worker.registration.unregister();
}

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(retire()));
