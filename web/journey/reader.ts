/** What a reader does on a page, in words that both browsers understand. */

import type { ElementHandle, KeyInput, Page } from "puppeteer-core";

/** Milliseconds to wait for anything: patience, and no claim about speed. */
const PATIENCE = 90_000;
const OVER =
  /^(Done|It stopped with an error|Nothing was checked|Stopped|This ran longer|Not written yet|All \d+ req|\d+ of \d+ req)/;

/** Wait until `holds` is true, and say what was seen last when it never is. */
export async function until<Seen>(
  what: string,
  look: () => Promise<Seen>,
  holds: (seen: Seen) => boolean,
): Promise<Seen> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > end) throw new Error(`${what}: last seen was ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Click an element's middle, from under the header that stays at the top of the window. */
async function press(element: ElementHandle<Element> | null): Promise<void> {
  await element?.evaluate((it) => it.scrollIntoView({ block: "center", behavior: "instant" }));
  await element?.click();
}

/** A reader on the site. */
export class Reader {
  readonly page: Page;
  private readonly base: string;

  /** @param base - the site's address, with its last slash. */
  constructor(page: Page, base: string) {
    this.page = page;
    this.base = base;
    page.setDefaultTimeout(PATIENCE);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.base).href);
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  /** A cell or an exercise of the page, by its id. */
  part(id: string): Part {
    return new Part(this.page, `#${id}`);
  }

  async press(...keys: KeyInput[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.down(key);
    for (const key of keys.reverse()) await this.page.keyboard.up(key);
  }

  /** The text of all elements that match. */
  texts(selector: string): Promise<string[]> {
    return this.page.$$eval(selector, (found) => found.map((one) => one.textContent?.trim() ?? ""));
  }

  /** Wait for words in an element. */
  async sees(selector: string, words: string | RegExp): Promise<string> {
    const fits = (text: string) =>
      typeof words === "string" ? text.includes(words) : words.test(text);
    const look = async () => (await this.texts(selector)).join("\n");
    return until(`${selector} should say ${words}`, look, fits);
  }
}

/** A cell or an exercise. */
export class Part {
  private readonly page: Page;
  private readonly selector: string;

  constructor(page: Page, selector: string) {
    this.page = page;
    this.selector = selector;
  }

  at(inner: string): string {
    return `${this.selector} ${inner}`;
  }

  /** The visible button whose name begins so. */
  async button(name: string): Promise<ElementHandle<Element>> {
    const find = async () => {
      for (const one of await this.page.$$(this.at("button"))) {
        const text = await one.evaluate((it) => it.textContent?.trim() ?? "");
        if (text.startsWith(name) && (await one.isVisible())) return one;
      }
      return null;
    };
    const found = await until(`a button ${name} in ${this.selector}`, find, (it) => it !== null);
    return found as ElementHandle<Element>;
  }

  async click(name: string): Promise<void> {
    await press(await this.button(name));
  }

  /** Replace the code as one who pastes. */
  async write(text: string): Promise<void> {
    await press(await this.page.waitForSelector(this.at(".tk-input")));
    const editor = await this.page.waitForSelector(this.at(".cm-content"), { visible: true });
    await until(
      "the editor has the focus",
      async () => (await editor?.evaluate((it) => it === document.activeElement)) ?? false,
      Boolean,
    );
    await this.page.keyboard.down("Control");
    await this.page.keyboard.press("a");
    await this.page.keyboard.up("Control");
    await editor?.evaluate((it, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      const event = { clipboardData, bubbles: true, cancelable: true };
      const paste = new ClipboardEvent("paste", event);
      // Firefox makes a ClipboardEvent's data its own, and empty.
      if (!paste.clipboardData?.getData("text/plain")) {
        paste.clipboardData?.setData("text/plain", pasted);
      }
      it.dispatchEvent(paste);
    }, text);
  }

  status(): Promise<string> {
    return this.page.$eval(this.at(".tk-status"), (it) => it.textContent?.trim() ?? "");
  }

  /** Wait until what runs has ended, and return what the part says then. */
  async over(): Promise<string> {
    return until(
      `${this.selector} ends`,
      () => this.status(),
      (text) => OVER.test(text),
    );
  }

  /** Press Run or Check, and wait for the end. */
  async run(): Promise<string> {
    await press(await this.page.$(this.at(".tk-button--main")));
    return this.over();
  }

  async tryOut(text: string): Promise<string> {
    await this.write(text);
    return this.run();
  }

  text(inner: string): Promise<string> {
    return this.page.$eval(this.at(inner), (it) => it.textContent ?? "");
  }
}
