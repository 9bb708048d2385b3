import { expect } from 'vitest';

/** The right edge of what is last in an element: of its text, not of the room around it. */
function rightOf(element: Element): number {
  const text = document.createRange();
  text.selectNode(element.lastChild ?? element);
  return Math.round(text.getBoundingClientRect().right);
}

const shown = (selector: string): readonly Element[] =>
  [...document.querySelectorAll(selector)].filter(
    (one) => one.checkVisibility() && one.textContent?.trim(),
  );

const edgesOf = (selector: string): readonly number[] => [...new Set(shown(selector).map(rightOf))];

/**
 * Expects that the figures of each column have one right edge, on which its heading stands (EYE-02). A column is told by
 * the selectors of its heading, if it has one, and of its figures, without their unit where that has a column of its own.
 */
export function expectColumns(
  ...columns: readonly (readonly [heading: string | undefined, figures: string])[]
): void {
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
