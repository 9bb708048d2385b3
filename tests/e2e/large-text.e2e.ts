import { expect, type Page } from '@playwright/test';
import { demo } from '#tests/support/accounts.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { enlargeText, misfits } from '#tests/support/misfits.ts';
import { openWithdraw, review, XRP } from './withdraw-page.ts';

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
