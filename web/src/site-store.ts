/** The store of this site in this browser. */

import { Database } from "./database.ts";
import { nameTab } from "./stamp.ts";
import { Store } from "./store.ts";
import { type Shelf, Unsaved } from "./unsaved.ts";

/**
 * Open the store. Nothing is read before it is asked for.
 *
 * @param base - path of the site's root, so that two sites on one host do not mix.
 * @returns the store, and the name of this tab.
 */
export function openStore(base: string): { store: Store; tab: string } {
  const tab = nameTab();
  const unsaved = new Unsaved(browserShelf(), base, tab);
  const channel = () => new BroadcastChannel(`${base}turnkeeper`);
  return { store: new Store(new Database(base), unsaved, channel), tab };
}

/** The browser's own small store, or null where asking for it is refused. */
function browserShelf(): Shelf | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
