import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getPriceHistory } from '#core/contract/market/price.ts';
import { getBankDetails } from '#core/contract/money/bank.ts';
import { getGains } from '#core/contract/wallet/gains.ts';
import { formatFiat } from '#core/money/format.ts';
import { answer, answerBy } from './support/answers.ts';
import { ofAsset } from './support/asset.ts';
import { dayIn, planned, recurring } from './support/automatic.ts';
import { entry, happened, withdrawn } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow } from './support/view.ts';

const DAY_MS = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** The navigation state that names the asset. */
const bitcoin = { currencyInfo: { symbol: 'BTC' } };

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

const figure = (name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: name })
    .element()
    .parentElement?.querySelector('dd')?.textContent;

const openAsset = (width: number, ...more: Parameters<typeof answer>[]) => {
  void more;
  return open('/asset-detail', {
    as: customer(),
    answers: [holding({ BTC: '0.21959916' }, '1149.5'), happened(entry()), ...ofAsset],
    state: bitcoin,
    width,
  });
};

const openCash = (width: number, cash = '1149.5', ...answers: Parameters<typeof open>[1][]) => {
  void answers;
  return open('/cash', { as: customer(), answers: [holding({}, cash), moved, account], width });
};

const WIDTHS = [320, 390, 768, 1280, 1920];

test.each(WIDTHS)(
  'EYE-12 the page of an asset is one number on the paper, its dune, its keys and its figures, which axe finds no fault in, at %i px',
  async (width) => {
    await openAsset(width);
    const price = page.getByRole('region', { name: 'Price', exact: true });
    await expect.element(price).toMatchTextContent('AU$90,000.00');
    await expect.element(price.getByRole('slider', { name: 'Bitcoin price' })).toBeVisible();
    await expect.element(page.getByTestId('asset-balance')).toMatchTextContent('0.21959916');
    const keys = page.getByRole('navigation', { name: 'Actions' }).getByRole('link');
    expect(keys.elements().map(({ textContent }) => textContent)).toEqual([
      'Withdraw',
      'Swap',
      'Buy',
      'Deposit',
    ]);
    // One block: the keys share one edge.
    expect(new Set(keys.elements().map((key) => key.parentElement)).size).toBe(1);
    await expect.element(page.getByRole('heading', { name: 'Automatic' })).toBeVisible();
    expect(overflow()).toBe(0);
    await expectAccessible();
  },
);

test.each(WIDTHS)(
  'EYE-12 the page of cash has the same mould: its balance, its steps, its keys, its figures, its account, at %i px',
  async (width) => {
    await openCash(width);
    await expect.element(page.getByTestId('asset-balance')).toHaveTextContent('AU$1,149.50');
    await expect.poll(() => document.querySelectorAll('[data-ridge]').length).toBe(1);
    await expect.element(page.getByText('pay-7k3m@kopa.test')).toBeVisible();
    expect(overflow()).toBe(0);
    await expectAccessible();
  },
);
