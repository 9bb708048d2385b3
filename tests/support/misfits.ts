import type { Page } from '@playwright/test';

/** Imitates the browser's setting for larger text: a page sees no difference. */
export async function enlargeText(page: Page, percent: number): Promise<void> {
  await addStyle(page, `html { font-size: ${percent}% }`);
}

/** Sets the text spacing of WCAG 1.4.12, with which every page must still be readable. */
export async function spaceText(page: Page): Promise<void> {
  await addStyle(
    page,
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
     p { margin-bottom: 2em !important }`,
  );
}

async function addStyle(page: Page, style: string): Promise<void> {
  await page.addInitScript((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, style);
}

/**
 * The faults of a page's layout, or of the open dialog's: a page that is too wide, text that leaves its card or the
 * screen or is cut off, words and numbers broken over two lines, texts that overlap.
 */
export const misfits = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main');
    if (!root) return ['nothing to look at'];

    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.vh, .chips--scroll, [aria-hidden="true"], svg, option') &&
      // One pixel wide: text for screen readers only.
      !(element instanceof HTMLElement && element.offsetWidth === 1);
    const linesOf = (node: Text, from = 0, to = node.data.length): DOMRect[] => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()].filter(({ width }) => width > 0.5);
    };
    const isShortened = (element: Element): boolean =>
      getComputedStyle(element).textOverflow === 'ellipsis' || element.matches('a b:first-child');
    const clips = (from: Element): Element | undefined => {
      for (let one: Element | null = from; one && one !== root; one = one.parentElement) {
        const { overflowX } = getComputedStyle(one);
        // Allowed: a row of the history has a fixed height, so its title may end in an ellipsis. Its page shows it
        // whole.
        if (isShortened(one)) return undefined;
        if (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) return one;
      }
      return undefined;
    };

    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const boxes: { readonly text: string; readonly box: DOMRect; readonly of: Element }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement;
      if (!(node instanceof Text) || !of || node.data.trim() === '' || !isSeen(of)) continue;
      const text = node.data.trim().slice(0, 60);
      const card = of.closest('.card, .banner, .amount, dialog, main')?.getBoundingClientRect();
      const lines = linesOf(node);
      if (
        lines.some(
          ({ left, right }) =>
            left < -0.5 ||
            right > clientWidth + 0.5 ||
            (card && (left < card.left - 0.5 || right > card.right + 0.5)),
        )
      )
        found.push(`outside: ${text}`);
      else if (clips(of)) found.push(`cut: ${text}`);
      // A word or number of up to twenty characters must not be broken. Addresses and ids are longer and may be.
      for (const { 0: word, index } of node.data.matchAll(/[^\s\u2060-]{2,}/g)) {
        if (word.length > 20 || of.closest('.mono, code') || /[@/]/.test(word)) continue;
        const tops = new Set(
          linesOf(node, index, index + word.length).map(({ top }) => Math.round(top)),
        );
        if (tops.size > 1) found.push(`broken: ${word}`);
      }
      // The hidden part of a shortened text has a box too, but overlaps nothing that can be seen.
      if (isShortened(of)) continue;
      for (const box of lines) boxes.push({ text, box, of });
    }
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        const wide =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (
          one.of === other.of ||
          wide < 3 ||
          high < Math.min(one.box.height, other.box.height) / 2
        )
          continue;
        const isOver = (element: Element): boolean =>
          element.closest('.go, .pagehead') !== null ||
          getComputedStyle(element).position === 'sticky';
        if (isOver(one.of) !== isOver(other.of)) continue;
        found.push(`on each other: ${one.text} | ${other.text}`);
      }
    return [...new Set(found)];
  });
