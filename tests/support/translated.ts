import type { BrowserContext, Page } from '@playwright/test';

/**
 * What a browser's translator and many extensions do to a page, here to every text without a look at what asks to be
 * left alone: the text is taken away, and an element with one of its own stands in its place, also of what appears or
 * changes later.
 */
function translator(): void {
  const ours = new WeakSet<Node>();
  function wrap(from: Node): void {
    const walker = document.createTreeWalker(from, NodeFilter.SHOW_TEXT);
    const texts: Text[] = from instanceof Text ? [from] : [];
    while (walker.nextNode()) {
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    }
    for (const text of texts) {
      const { parentElement } = text;
      if (!parentElement || ours.has(text) || text.data.trim() === '') continue;
      if (parentElement.closest('script, style, svg, textarea, option')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      const copy = document.createTextNode(text.data);
      ours.add(copy);
      inner.append(copy);
      outer.append(inner);
      text.replaceWith(outer);
    }
  }
  const begin = (): void => {
    wrap(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        if (type === 'characterData') wrap(target);
        for (const node of addedNodes) wrap(node);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
}

/**
 * Has a page translated from now on, also after it loads again. Like a browser's own, the translator runs in a
 * world of its own, where nothing is seen of what the page changed about nodes.
 */
export async function translate(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${translator})()`,
    worldName: 'translator',
    runImmediately: true,
  });
}
