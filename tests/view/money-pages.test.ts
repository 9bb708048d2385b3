import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getPriceHistory } from '#core/contract/market/price.ts';
import { getBankDetails } from '#core/contract/money/bank.ts';
import { getGains } from '#core/contract/wallet/gains.ts';
import { rates } from '#transport/money/forex-rates.ts';
import { answer, refuse, type Said } from './support/answers.ts';
import { ofAsset } from './support/asset.ts';
import { dayIn, planned, recurring } from './support/automatic.ts';
import { entry, happened, withdrawn } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow } from './support/view.ts';

const DAY_MS = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const account = answer(getBankDetails, {
  data: {
    account: {
      ...{ currency_id: 'AUD', holder: 'Ada Nguyen', bank: 'Test Bank', iban: '', bic: '' },
      ...{ bsb: '802999', account_number: '10492217', pay_id: 'pay-7k3m@kopa.test' },
    },
    ...{ transfers: [], owed: '0', owed_else: [] },
  },
  as_of: new Date().toISOString(),
});

/** AU$1,000 came 20 days ago, AU$250 more 10 days ago, and AU$100.50 went 5 days ago. */
const moved = happened(
  withdrawn({ currency_id: 'AUD', amount: '100.5', created_at: ago(5) }),
  entry({ currency_id: 'AUD', amount: '250', created_at: ago(10) }),
  entry({ currency_id: 'AUD', amount: '1000', created_at: ago(20) }),
);

const openAsset = (width = 1280, ...more: readonly Said[]) =>
  open('/asset-detail', {
    ...{ as: customer(), width, state: { currencyInfo: { symbol: 'BTC' } } },
    answers: [holding({ BTC: '0.21959916' }, '1149.5'), happened(entry()), ...ofAsset, ...more],
  });

const openCash = (width = 1280, ...more: readonly Said[]) =>
  open('/cash', {
    as: customer(),
    width,
    answers: [holding({}, '1149.5'), moved, account, ...more],
  });

const price = page.getByRole('region', { name: 'Price', exact: true });
const slider = page.getByRole('slider', { name: 'Bitcoin price' });
const keys = page.getByRole('navigation', { name: 'Actions' }).getByRole('link');
const balance = page.getByTestId('asset-balance');
const ridges = (): readonly Element[] => [...document.querySelectorAll('[data-ridge]')];

/** What stands below a name among the figures. */
const figure = (name: string): string | undefined =>
  [...document.querySelectorAll('dt')]
    .find(({ textContent }) => textContent?.startsWith(name))
    ?.nextElementSibling?.textContent?.trim();

const WIDTHS = [320, 390, 768, 1280, 1920];

test.each(WIDTHS)(
  'EYE-12 the page of an asset is one number on the paper, its dune, its keys and its figures, which axe finds no fault in, at %i px',
  async (width) => {
    await openAsset(width);
    await expect.element(price).toMatchTextContent('AU$90,000.00');
    await expect.element(slider).toBeVisible();
    await expect.element(balance).toMatchTextContent('0.21959916');
    expect(keys.elements().map(({ textContent }) => textContent)).toEqual([
      'Withdraw',
      'Swap',
      'Buy',
      'Deposit',
    ]);
    await expect.element(page.getByRole('heading', { name: 'Automatic' })).toBeVisible();
    expect(overflow()).toBe(0);
    await expectAccessible();
  },
);

test.each(WIDTHS)(
  'EYE-12 the page of cash has the same mould: its balance, its steps, its keys, its figures, its account, at %i px',
  async (width) => {
    await openCash(width);
    await expect.element(balance).toHaveTextContent('AU$1,149.50');
    await expect.poll(() => ridges().length).toBe(1);
    await expect.element(page.getByText('pay-7k3m@kopa.test')).toBeVisible();
    expect(overflow()).toBe(0);
    await expectAccessible();
  },
);

test('EYE-12 both pages are as wide as the wallet, and their sheets share its edges', async () => {
  const edges = (): readonly number[] => {
    const { left, right } = document.querySelector('main')?.getBoundingClientRect() ?? {};
    return [left ?? 0, right ?? 0];
  };
  await open('/wallet', { as: customer(), width: 1920, answers: [holding({ BTC: '1' })] });
  await expect.element(page.getByTestId('total')).toBeVisible();
  const wallet = edges();
  await openCash(1920);
  await expect.element(balance).toBeVisible();
  expect(edges()).toEqual(wallet);
  await openAsset(1920);
  await expect.element(balance).toBeVisible();
  expect(edges()).toEqual(wallet);
});

test('EYE-12 the dune of an asset is read by the arrow keys, and its grain stays today’s', async () => {
  await openAsset();
  await expect.element(slider).toBeVisible();
  const now = slider.element().getAttribute('aria-valuetext');
  const [ridge] = ridges();
  const drawn = ridge?.getAttribute('d');
  slider.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
  await expect.poll(() => slider.element().getAttribute('aria-valuetext')).not.toBe(now);
  await expect
    .element(price)
    .toMatchTextContent(slider.element().getAttribute('aria-valuetext') ?? '');
  expect(ridges()[0]?.getAttribute('d')).toBe(drawn);
});

test('EYE-12 cash goes in steps: its ridge has only level and upright lines', async () => {
  await openCash();
  await expect.poll(() => ridges().length).toBe(1);
  expect(ridges()[0]?.getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+(?:H[\d.]+V[\d.]+)+$/);
});

test('EYE-12 hidden balances leave no line of cash, and no figure of it; prices stay', async () => {
  await openCash();
  await expect.poll(() => ridges().length).toBe(1);
  const { toggleMask } = await import('#platform/kept/preferences.ts');
  toggleMask();
  await expect.poll(() => ridges().length).toBe(0);
  expect(document.querySelector('main')?.textContent).not.toMatch(/AU\$[\d,]+\.\d/);
  await openAsset();
  await expect.element(price).toMatchTextContent('AU$90,000.00');
  await expect.element(slider).toBeVisible();
  expect(balance.element().textContent).not.toContain('0.2');
  toggleMask();
});

test('EYE-12 nothing owned is flat ground with a horizon; what is not known yet is a hill without a line', async () => {
  await open('/cash', { as: customer(), answers: [holding({}, '0'), happened(), account] });
  await expect.element(balance).toHaveTextContent('AU$0.00');
  await expect.poll(() => document.querySelectorAll('[class*=horizon]').length).toBe(1);
  expect(ridges()).toEqual([]);
  await openAsset(1280, {
    path: getPriceHistory.path,
    to: () => new Promise(() => undefined),
  });
  await expect.element(price).toMatchTextContent('AU$90,000.00');
  expect(ridges()).toEqual([]);
  expect(document.querySelectorAll('[class*=horizon]').length).toBe(0);
});

test('EYE-12 the figures of cash are those of the month, and what the next recurring buy leaves', async () => {
  await openCash(1280, planned(recurring({ amount: '200', next_on: dayIn(2) })));
  await expect.poll(() => figure('Next recurring buy')).toBe('AU$200.00');
  expect(figure('Left after it')).toBe('AU$949.50');
  expect(figure('In, ')).toMatch(/^AU\$/);
});

test('EASE-15 cash on hold leads to what it waits for, and none leads nowhere', async () => {
  await openCash(1280, holding({}, '1149.5', { AUD: '30' }));
  await expect.poll(() => figure('On hold')).toBe('AU$30.00');
  const leads = page.getByRole('link', { name: 'For what is under way' });
  await expect.element(leads).toHaveAttribute('href', '/waiting');
  await expect
    .element(page.getByRole('link', { name: 'Not yet credited' }))
    .not.toBeInTheDocument();
});

test('EYE-12 after a reload without a connection the page of an asset has the price and the value that the device keeps, with their time', async () => {
  // What a reload forgets: the rates are on the device only.
  const forget = () => Object.assign(rates, { status: 'idle', rates: {}, fetchedAt: 0 });
  forget();
  const view = await openAsset();
  await expect.element(price).toMatchTextContent(/AU\$90,000/);
  forget();
  await expect.element(price.getByText('Not available yet')).toBeVisible();
  await view.disconnects();
  await expect.element(price).toMatchTextContent(/AU\$90,000/);
  await expect.element(price.getByText(/^From \d{1,2}:\d\d/)).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Your Bitcoin' }))
    .toMatchTextContent(/^Your balance .*\d{1,2}:\d\d.* BTC ?AU\$[\d,]+\.\d\d/);
});

test('EYE-12 U9 without a connection the chart that was there stays, and figures that are not known say why', async () => {
  const view = await openAsset(1280, refuse(getGains, 'UNAVAILABLE', 'Not now.'));
  await expect.element(slider).toBeVisible();
  const figures = page.getByRole('region', { name: 'Cost and gain' });
  await expect.element(figures).toMatchTextContent('Not now.');
  await view.disconnects();
  await expect.element(figures).toMatchTextContent('Cost and gain need a connection.');
  await expect.element(slider).toBeVisible();
  await page.getByRole('button', { name: /^1M/ }).click();
  // Another period is not there: its reason is, with the shape that came with the balance.
  await expect.element(page.getByText(/The price chart will load/)).toBeVisible();
  expect(ridges().length).toBe(1);
});
