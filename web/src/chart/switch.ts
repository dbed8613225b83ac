/** A switch: several charts of one figure, and a list above them for each thing to choose. */

/**
 * Tell which panel is chosen.
 *
 * @param chosen - the place of what is chosen in each list.
 * @param sizes - how many there are to choose from in each list; the last one changes from panel to panel.
 */
export function panelOf(chosen: readonly number[], sizes: readonly number[]): number {
  return chosen.reduce((place, at, list) => place * (sizes[list] ?? 1) + at, 0);
}

/** Show the panel that is chosen whenever the reader chooses in a list, in any switch of the document. */
export function followLists(): void {
  document.addEventListener("change", ({ target }) => {
    const figure = target instanceof HTMLSelectElement && target.closest(".tk-switch");
    if (!figure) return;
    const lists = [...figure.querySelectorAll<HTMLSelectElement>(".tk-switch__lists select")];
    const sizes = lists.map((list) => list.options.length);
    const seen = panelOf(
      lists.map((list) => list.selectedIndex),
      sizes,
    );
    for (const [place, panel] of [...figure.querySelectorAll(".tk-switch__panel")].entries()) {
      panel.toggleAttribute("hidden", place !== seen);
    }
  });
}
