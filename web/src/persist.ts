/** Asks the browser not to clear the site's storage by itself when space gets short. */

let asked = false;

/**
 * Ask, once a visit, now that there is something to lose.
 *
 * Only where the browser decides by itself, which is Chromium and its kin: Firefox would put a question to the reader in
 * the middle of their work. There the page on progress asks, when the reader presses a button.
 */
export function keepForLong(): void {
  if (asked || !("userAgentData" in navigator)) return;
  asked = true;
  navigator.storage?.persist().catch(() => {}); // refused: it is kept as long as there is room
}
