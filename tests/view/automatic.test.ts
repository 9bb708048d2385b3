import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getInstruments } from '#core/contract/money/swap.ts';
import { addPriceAlert, listPriceAlerts } from '#core/contract/wallet/price-alerts.ts';
import { answer, type Said } from './support/answers.ts';
import { ofAsset } from './support/asset.ts';
import { alert, planned, recurring, watched } from './support/automatic.ts';
import { happened } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow } from './support/view.ts';

const openAutomatic = (width: number, cash: string, ...answers: readonly Said[]) =>
  open('/automatic', { as: customer(), width, answers: [holding({ BTC: '1' }, cash), ...answers] });

const bitcoin = { currencyInfo: { symbol: 'BTC' } };

const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });

/** This browser's answer to whether the site may notify. */
const permits = (permission: NotificationPermission): void => {
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
};

test.each([320, 390, 768, 1280, 1920])(
  'EYE-07 Automatic lists recurring buys and price alerts together, which axe finds no fault in, at %i px',
  async (width) => {
    await openAutomatic(
      width,
      '1249.50',
      planned(
        recurring(),
        recurring({ currency_id: 'ETH', amount: '60', state: 'paused', next_on: null }),
      ),
      watched(alert(), alert({ currency_id: 'SOL', kind: 'below', value: '100', channel: 'mail' })),
    );
    await expect.element(item('AU$200.00 of Bitcoin')).toMatchTextContent('Next on ');
    await expect.element(item('AU$60.00 of Ethereum')).toMatchTextContent('Paused');
    // 60,000 USD are AU$90,000 in the views.
    await expect.element(item('Bitcoin above AU$145,000.00')).toMatchTextContent('61.1% away');
    await expect.element(item('Solana below AU$100.00')).toMatchTextContent('Waits · Email');
    expect(overflow()).toBe(0);
    await expectAccessible();
  },
);

test('EYE-07 a recurring buy that will find too little cash says so on the list, with what helps', async () => {
  await openAutomatic(1280, '0', planned(recurring()));
  await expect.element(item('AU$200.00 of Bitcoin')).toMatchTextContent('AU$200.00 short by then');
  await expect
    .element(page.getByRole('region', { name: 'What happens next' }))
    .toMatchTextContent(/Cash nowAU\$0\.00.*You have AU\$0\.00 in cash; add AU\$200\.00 before /);
  await expect
    .element(page.getByRole('link', { name: 'Add money' }))
    .toHaveAttribute('href', '/cash/add');
});

test('EYE-07 a recurring buy without enough cash says so before it is set up', async () => {
  await openAutomatic(1280, '50', planned());
  await page.getByRole('button', { name: 'New recurring buy' }).click();
  const dialog = page.getByRole('dialog', { name: 'New recurring buy' });
  await dialog.getByLabelText('For how much, in AUD').fill('50');
  await expect.element(dialog).not.toMatchTextContent('You have AU$50.00 in cash');
  await dialog.getByLabelText('For how much, in AUD').fill('200');
  await expect
    .element(dialog)
    .toMatchTextContent(/You have AU\$50\.00 in cash; add AU\$150\.00 before /);
  await expectAccessible();
});

test('EYE-07 an alert by notification says before it is set that this browser blocks them, and the way out', async () => {
  const blocked = 'This browser blocks notifications from this site';
  await openAutomatic(1280, '0', watched(alert()));
  permits('denied');
  window.dispatchEvent(new Event('focus'));
  await page.getByRole('button', { name: 'New price alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'New price alert' });
  await expect.element(dialog).toMatchTextContent(blocked);
  await expect
    .element(dialog.getByRole('link', { name: 'Notifications' }))
    .toHaveAttribute('href', '/profile/notifications');
  await expectAccessible();
  // A mail needs no permission.
  await dialog.getByLabelText('Tell me by').selectOptions('Email');
  await expect.element(dialog).not.toMatchTextContent(blocked);
});

test('EYE-07 an alert that this browser blocks is marked on the list', async () => {
  permits('denied');
  await openAutomatic(1280, '0', watched(alert(), alert({ currency_id: 'SOL', channel: 'mail' })));
  permits('denied');
  await expect.element(item('Bitcoin above')).toMatchTextContent(/Blocked in this browser|Off on/);
  await expect.element(item('Solana above')).not.toMatchTextContent('Blocked');
});

test('EYE-07 an alert that is mailed because no device takes notifications says so beside what is off here', async () => {
  permits('denied');
  await openAutomatic(
    1280,
    '0',
    watched(alert({ tells_by: 'mail' }), alert({ currency_id: 'SOL', tells_by: 'push' })),
  );
  permits('denied');
  const mailed = item('Bitcoin above');
  await expect
    .element(mailed)
    .toMatchTextContent('Waits · Email, as no device takes notifications');
  await expect.element(mailed).toMatchTextContent(/Blocked in this browser|Off on|Not shown/);
  await expect.element(item('Solana above')).toMatchTextContent('Notification on another device');
});

test('EYE-08 EYE-07 an alert takes three touches from the wallet, and its row says what it waits for', async () => {
  const answers = [holding({ BTC: '1' }), happened(), ...ofAsset];
  const view = await open('/wallet', { as: customer(), answers, width: 390 });
  let touches = 0;
  const touch = async (what: ReturnType<typeof page.getByRole>): Promise<void> => {
    touches += 1;
    await what.click();
  };
  await touch(page.getByRole('link', { name: /^Bitcoin/ }));
  await touch(page.getByRole('button', { name: /^Price alerts/ }));
  const dialog = page.getByRole('dialog', { name: 'Bitcoin price alerts' });
  await dialog.getByLabelText('Price in AUD').fill('145000');
  view.says(answer(addPriceAlert, { data: { alert_id: 'a' } }), watched(alert()));
  await touch(dialog.getByRole('button', { name: 'Set alert' }));
  await expect
    .element(page.getByRole('button', { name: /^Price alerts/ }))
    .toMatchTextContent('1 alert: above AU$145,000.00');
  expect(touches).toBe(3);
  expect(view.asked(listPriceAlerts).length).toBeGreaterThan(1);
});

test('EYE-07 an asset’s page says what is bought of it and when, and begins it where nothing is', async () => {
  const answers = [holding({ BTC: '1' }, '500'), happened(), ...ofAsset];
  const visit = { as: customer(), answers, state: bitcoin };
  const view = await open('/asset-detail', visit);
  await page.getByRole('button', { name: /^Recurring buys/ }).click();
  const dialog = page.getByRole('dialog', { name: 'New recurring buy' });
  await expect.element(dialog.getByLabelText('Buy')).toHaveValue('BTC');
  await page.getByRole('button', { name: 'Close' }).click();
  view.says(planned(recurring({ amount: '50' })));
  // As when the customer comes back to this tab.
  document.dispatchEvent(new Event('visibilitychange'));
  await expect
    .element(page.getByRole('link', { name: /^Recurring buys/ }))
    .toMatchTextContent(/AU\$50\.00 every week, next on /);
});

test('EYE-07 Automatic is found on the wallet of a desk and a phone, on cash, on Buy and in Notifications', async () => {
  const link = page.getByRole('main').getByRole('link', { name: /Automatic|that is automatic/ });
  const answers = [
    holding({ BTC: '1' }, '500'),
    happened(),
    answer(getInstruments, { data: { instruments: [] } }),
  ];
  for (const width of [390, 1280]) {
    await open('/wallet', { as: customer(), answers, width });
    await expect.element(link).toHaveAttribute('href', '/automatic');
  }
  await open('/buy-sell', { as: customer(), answers, width: 390, state: { method: 'cash' } });
  await expect.element(link).toHaveAttribute('href', '/automatic');
  await page.getByRole('button', { name: /^How often: once/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'New recurring buy' })).toBeVisible();
});

afterEach(() => vi.unstubAllGlobals());
