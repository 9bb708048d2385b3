import { expect } from 'vitest';

/** The right edge of the last text that is seen in an element, not of the room around it. */
function rightOf(element: Element): number {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (text) =>
    text.textContent?.trim() && !text.parentElement?.closest('.vh')
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_SKIP,
  );
  const range = document.createRange();
  range.selectNode(texts.lastChild() ?? element);
  return Math.round(range.getBoundingClientRect().right);
}

const shown = (selector: string): readonly Element[] =>
  [...document.querySelectorAll(selector)].filter(
    (one) => one.checkVisibility() && one.textContent?.trim(),
  );

const edgesOf = (selector: string): readonly number[] => [...new Set(shown(selector).map(rightOf))];

/** The selectors of a column's heading, if it has one, and of its figures, without their unit where that is a column. */
export type Column = readonly [heading: string | undefined, figures: string];

/** Expects that the figures of each column have one right edge, on which its heading stands (EYE-02). */
export function expectColumns(...columns: readonly Column[]): void {
  const found = columns.map(([heading, figures]) => ({
    figures,
    edges: edgesOf(figures),
    heading: heading === undefined ? undefined : edgesOf(heading),
  }));
  for (const { figures, edges, heading } of found) {
    expect([figures, edges.length]).toEqual([figures, 1]);
    if (heading) expect([figures, heading]).toEqual([figures, edges]);
  }
}

/** Marks each of some elements with its text, so that a heading can be selected by what it says. */
export function markByText(selector: string): void {
  for (const one of document.querySelectorAll(selector))
    one.setAttribute('data-says', one.textContent ?? '');
}
