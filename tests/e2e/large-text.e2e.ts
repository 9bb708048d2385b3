import { expect, type Page } from '@playwright/test';
import { demo } from '#tests/support/accounts.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { openWithdraw, review, XRP } from './withdraw-page.ts';

/** Imitates the browser's setting for larger text, as far as a page can tell. */
async function enlargeText(page: Page, percent: number): Promise<void> {
  await page.addInitScript((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size}% }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, percent);
}

/** Finds pages that are too wide, amounts that are cut or leave their card, and broken words. */
const misfits = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
    const linesOf = (node: Node): DOMRect[] => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    };
    const cut = (from: Element): boolean => {
      for (let one: Element | null = from; one && one.tagName !== 'MAIN'; one = one.parentElement) {
        // The history's filters scroll sideways by touch.
        if (one.matches('.chips--scroll, .vh, .asset__price')) return false;
        if (getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth) {
          return true;
        }
      }
      return false;
    };
    for (const amount of document.querySelectorAll('main .num')) {
      const box = amount.closest('.card, .banner, main')?.getBoundingClientRect();
      const out = linesOf(amount).some(
        ({ left, right }) => box && (left < box.left - 0.5 || right > box.right + 0.5),
      );
      if (out || cut(amount)) found.push(`cut: ${amount.textContent}`);
    }
    for (const name of document.querySelectorAll(
      'main :is(:is(a, button, li) :is(b, span, a), b, label)',
    )) {
      const [word] = name.childNodes;
      if (!(word instanceof Text) || /\s/.test(word.data.trim()) || !word.data.trim()) continue;
      const tops = new Set(linesOf(word).map(({ top }) => Math.round(top)));
      if (tops.size > 1) found.push(`broken: ${word.data}`);
    }
    return found;
  });

async function expectFitting(page: Page, address: string, shown: string | RegExp): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
  expect(await misfits(page), address).toEqual([]);
}

for (const [percent, width] of [
  [100, 390],
  [125, 390],
  [150, 390],
  [200, 360],
] as const) {
  test(`BEY-24 at ${percent} % text size nothing is cut, broken or wider than a phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await enlargeText(page, percent);
    await signIn(page, demo.customer);
    await expect(page.getByRole('link', { name: 'Ethereum' })).toBeVisible();
    expect(await misfits(page), '/wallet').toEqual([]);
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.getByRole('link', { name: 'Ethereum' }).click();
    await expect(page.getByText(/ in 24 hours$/)).toBeVisible();
    expect(await misfits(page), '/asset-detail').toEqual([]);
    await expectFitting(page, '/assets/send', 'Ethereum');
    await expectFitting(page, '/transactions', /Withdraw /);
    const button = await page.getByRole('button', { name: 'Export' }).boundingBox();
    expect((button?.x ?? 0) + (button?.width ?? 999)).toBeLessThanOrEqual(width);
    await expectFitting(page, '/profile', 'Theme');
    await expectFitting(page, '/profile/security', 'Two-factor authentication');
  });
}

test('BEY-24 at 200 % text size nothing on the swap and buy pages overflows its card on a small phone', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enlargeText(page, 200);
  await signIn(page, await customer({ balances: { BTC: '0.20921187' } }));
  await page.goto('/swap');
  await expect(page.getByText(/^Minimum/)).toBeVisible();
  const outside = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('.amount')].flatMap((card) => {
        const { left, right } = card.getBoundingClientRect();
        return [...card.querySelectorAll('*')].flatMap((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          const boxes = part.matches('.vh') ? [] : [...range.getClientRects()];
          const out = boxes.some((box) => box.right > right || box.left < left);
          return out ? [`${part.textContent}`] : [];
        });
      }),
    );
  expect(await outside()).toEqual([]);
  await page.getByRole('button', { name: '50%' }).click();
  await expect(page.getByRole('button', { name: 'Swap', exact: true })).toBeEnabled();
  expect(await outside()).toEqual([]);
  await page.goto('/buy-sell');
  await expect(page.getByText(/^1 BTC = /)).toBeVisible();
  await page.getByRole('button', { name: 'AU$250' }).click();
  expect(await outside()).toEqual([]);
  expect(await misfits(page)).toEqual([]);
});

test('BEY-03 BEY-24 the amount under review is shown in full on every phone', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { XRP: '98765432.123456' } }));
  await openWithdraw(page, 'Ripple');
  await page.getByLabel('The recipient needs no tag').check();
  await review(page, XRP, '14888.123456');
  await expect(page.getByText(/^14,888\.123456 XRP$/).first()).toBeVisible();
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await misfits(page), String(width)).toEqual([]);
  }
});

test('BEY-24 the words beside a network are not broken on the smallest phone', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await signIn(page, await customer({ balances: { XRP: '100' } }));
  await page.goto('/assets/receive');
  await page.getByRole('link', { name: 'Ripple' }).click();
  await expect(page.getByLabel('Network')).toHaveText('XRP Ledger');
  expect(await misfits(page)).toEqual([]);
});
