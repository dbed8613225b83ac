/** Terminal colours: text with ANSI escape sequences becomes spans with class names. */

/** A run of text in one style. */
export interface Span {
  text: string;
  /** Class names for the style; empty for plain text. */
  classes: string[];
}

const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
// Built from a character code: a control character in a regular expression's source is easy to miss.
const ESC = String.fromCharCode(27);
const SEQUENCE = new RegExp(`${ESC}\\[([0-9;?]*)([@-~])`, "g");
const UNFINISHED = new RegExp(`${ESC}(\\[[0-9;?]*)?$`);

/** Reads a stream of text; a style or a sequence may begin in one piece and end in the next. */
export class AnsiReader {
  private readonly style = new Map<string, string>();
  private rest = "";

  /** Read the next piece of the stream. */
  read(piece: string): Span[] {
    const whole = this.rest + piece;
    const cut = whole.match(UNFINISHED)?.index ?? whole.length;
    this.rest = whole.slice(cut);
    const spans: Span[] = [];
    const add = (text: string) => {
      const plain = text.replaceAll(ESC, "");
      if (plain) spans.push({ text: plain, classes: [...this.style.values()] });
    };
    let from = 0;
    for (const match of whole.slice(0, cut).matchAll(SEQUENCE)) {
      add(whole.slice(from, match.index));
      from = match.index + match[0].length;
      if (match[2] === "m") this.apply((match[1] ?? "").split(";").map(Number));
    }
    add(whole.slice(from, cut));
    return spans;
  }

  private apply(codes: number[]): void {
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0;
      if (code === 0) this.style.clear();
      else if (code === 1) this.style.set("weight", "tk-ansi-bold");
      else if (code === 3) this.style.set("slant", "tk-ansi-italic");
      else if (code === 4) this.style.set("line", "tk-ansi-underline");
      else if (code === 22) this.style.delete("weight");
      else if (code === 23) this.style.delete("slant");
      else if (code === 24) this.style.delete("line");
      else if (code === 39) this.style.delete("colour");
      else if (code === 38 || code === 48) {
        const indexed = codes[at + 1] === 5;
        if (code === 38 && indexed) this.colour(codes[at + 2] ?? 0);
        at += indexed ? 2 : 4;
      } else if (code >= 30 && code <= 37) this.colour(code - 30);
      else if (code >= 90 && code <= 97) this.colour(code - 90);
    }
  }

  /** Of the 256 colours only the sixteen named ones are kept: only their contrast is known. */
  private colour(index: number): void {
    const name = index < 16 ? COLOURS[index % 8] : undefined;
    if (name) this.style.set("colour", `tk-ansi-${name}`);
    else this.style.delete("colour");
  }
}
