import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listAddresses } from '#core/contract/account/address-book.ts';
import { getKycStatus } from '#core/contract/account/identity.ts';
import { certifyTaxResidence } from '#core/contract/account/tax-residence.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { answer, lost, type Said } from './support/answers.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow, toasts } from './support/view.ts';

const newcomer = { address: '', city: '', state: '', postal: '' };
const property = (kyc_property: string, kyc_value: string) => ({ kyc_property, kyc_value });

/** How far the identity check is, and what is known of where they pay tax. */
const checks = (status: string, ...tax: (readonly [string, string])[]) => ({
  data: {
    kyc_data: [
      property('kyc_status', status),
      property('purchases_total', '1000'),
      property('purchases_left', '1000'),
      property('purchases_days', '30'),
    ],
    tax_data: [...tax, ['number_days', '60'] as const].map(([name, value]) =>
      property(name, value),
    ),
  },
});
const asked: Said = answer(getKycStatus, checks('not_started', ['needed', 'yes']));

/** What the check is for where cash is offered: one text, wherever it stands. */
const NEED =
  'Needed only to withdraw, to add money by bank transfer, and to buy for more than AU$200 at once, or AU$1,000 in 30 days.';
const prompt = page.getByRole('dialog', { name: 'Secure your account' });
const steps = page.getByRole('region', { name: 'Your first steps' });
const form = page.getByRole('form', { name: 'Tax residence' });
const save = form.getByRole('button', { name: 'Save and go on' });

test('EYE-06 KYC-05 nothing comes by itself over the first steps, which say when the check is not needed', async () => {
  const view = await open('/wallet', {
    as: customer(newcomer),
    answers: [asked, holding()],
    width: 390,
  });
  await expect.element(steps).toMatchTextContent(NEED);
  await expect.poll(() => view.asked(getKycStatus).length).toBeGreaterThan(0);
  await view.passes(30_000);
  expect(prompt.elements()).toHaveLength(0);
  expect(sessionStorage.getItem('hasSeenAccountVerificationPopup')).toBeNull();
});

test('KYC-05 in a wallet with money the prompt comes once', async () => {
  const view = await open('/wallet', {
    as: customer(),
    answers: [asked, holding({ ETH: '1' })],
  });
  await expect.poll(() => view.asked(getKycStatus).length).toBeGreaterThan(0);
  await view.passes(30_000);
  await expect.element(prompt).toBeVisible();
  expect(sessionStorage.getItem('hasSeenAccountVerificationPopup')).toBe('true');
});

test('KYC-05 the prompt says that it is optional and what the check is for, and can be put off', async () => {
  const view = await open('/wallet', {
    as: customer(),
    answers: [asked, holding({ ETH: '1' })],
    width: 390,
  });
  await expect.poll(() => view.asked(getKycStatus).length).toBeGreaterThan(0);
  await view.passes(30_000);
  await expect.element(prompt).toMatchTextContent(`Optional. ${NEED}`);
  await expectAccessible();
  await prompt.getByRole('button', { name: 'Later' }).click();
  await expect.element(prompt).not.toBeInTheDocument();
});

test('KYC-01 Verification says what works without it, in the words of the first steps', async () => {
  await open('/profile/verification', { as: customer(), answers: [asked], width: 390 });
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(`${NEED} Everything else works without it.`);
  expect(overflow()).toBe(0);
});

test('EASE-02 the first steps name the bank transfer where cash is offered, and one’s own limit first', async () => {
  await open('/wallet', { as: customer(), answers: [asked, holding()], width: 390 });
  await expect
    .element(steps)
    .toMatchTextContent('or add cash by bank transfer, once you are verified. With neither');
  await expect
    .element(steps)
    .toMatchTextContent('up to AU$200 at a time; once verified, AU$1.00 to AU$20,000.00.');
});

test('WD-02 quick amounts above the balance cannot be chosen, and Max says why', async () => {
  await openWithdrawal(holding({ BTC: '0.0012' }));
  const quick = (amount: string) => page.getByRole('button', { name: amount, exact: true });
  // It is worth AU$108.00, its fee AU$4.50.
  await expect.element(quick('AU$100')).not.toHaveAttribute('aria-disabled');
  for (const amount of ['AU$250', 'AU$500']) {
    await expect.element(quick(amount)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(quick(amount)).toHaveAccessibleDescription(/your balance/);
  }
});

test('EYE-06 the first steps announce once what a purchase will ask for', async () => {
  await open('/wallet', { as: customer(newcomer), answers: [asked, holding()] });
  await expect
    .element(steps)
    .toMatchTextContent(
      'We ask once where you live and where you pay tax; the tax number can follow.',
    );
});

const route = {
  ...{ payment_route_id: 'r-btc', currency_id: 'BTC', crypto_network_name: 'Bitcoin' },
  ...{ is_active: 'on', min_deposit: '0.0001', min_withdrawal: '0.0001' },
  ...{ withdrawal_fee: '0.00005', confirmations: 2, needs_tag: false },
};

const openWithdrawal = (...said: readonly Said[]) =>
  open('/send', {
    ...{ as: customer(), width: 390, state: { currencyInfo: { symbol: 'BTC' } } },
    answers: [
      holding({ BTC: '0.02' }),
      answer(listAddresses, { data: { crypto: [], fiat: [] } }),
      answer(getPaymentRoutes, {
        ...{ data: [route], withdrawalHold: null },
        withdrawalLimit: { usd: '60000', usd_left: '53813.33' },
      }),
      ...said,
    ],
  });

test('WD-06 a withdrawal says above its fields that it needs a verified account, with the way to it, and keeps what is typed', async () => {
  await openWithdrawal(asked);
  const said = page
    .getByRole('status')
    .filter({ hasText: 'Withdrawals need a verified account. You can fill this in before' });
  await expect.element(said).toBeVisible();
  const address = page.getByLabelText('Send to', { exact: true });
  await address.fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await expectAccessible();
  expect(overflow()).toBe(0);
  await said.getByRole('button', { name: 'Verify your account' }).click();
  await expect.element(prompt).toMatchTextContent('What you entered here is kept.');
  await prompt.getByRole('button', { name: 'Close' }).click();
  await expect.element(address).toHaveValue('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
});

test.each([
  ['submitted', 'Yours is being checked.'],
  ['rejected', 'Your account verification was rejected.'],
])(
  'WD-06 a check that was %s is said above a withdrawal, and none is offered',
  async (status, words) => {
    await openWithdrawal(answer(getKycStatus, checks(status)));
    const said = page.getByRole('status').filter({ hasText: words });
    await expect.element(said).toBeVisible();
    expect(said.getByRole('button').elements()).toHaveLength(0);
  },
);

test.each(['approved', 'pending'])(
  'WD-06 nothing of a check is said above a withdrawal while it is %s',
  async (status) => {
    const view = await openWithdrawal(answer(getKycStatus, checks(status)));
    await expect.poll(() => view.asked(getKycStatus).length).toBeGreaterThan(0);
    await expect.element(page.getByText(/left of today’s limit$/)).toBeVisible();
    expect(page.getByText(/verified account/).elements()).toHaveLength(0);
  },
);

const price = answer(getCurrencyPrice, {
  data: [{ bid: '89900', ask: '90100', spread_bps: 11 }],
});

const openForm = (said: readonly Said[] = []) =>
  open('/profile', {
    as: customer(newcomer),
    answers: [asked, price, ...said],
    state: { purchaseWaits: 'Bitcoin for AU$100.00' },
    width: 390,
  });

test('HARD-99 BUY-04 who has not passed the check is offered no quick amount above what may be spent without it', async () => {
  const offered = () =>
    page
      .getByRole('group', { name: 'Quick amounts' })
      .getByRole('button')
      .elements()
      .map((one) => one.textContent);
  await open('/buy-sell', { as: customer(), answers: [holding(), price, asked], width: 390 });
  await expect.poll(offered).toEqual(['AU$50', 'AU$100']);
  await open('/buy-sell', { as: customer(), answers: [holding(), price], width: 390 });
  await expect.poll(offered).toEqual(['AU$50', 'AU$100', 'AU$250', 'AU$500']);
});

test('EYE-06 address and tax residence are one form before the first payment, which then goes on; the number can follow', async () => {
  const view = await openForm([
    answer(certifyTaxResidence, checks('not_started', ['residence', 'AU later'])),
  ]);
  await expect
    .element(page.getByRole('heading', { name: 'Before your first payment' }))
    .toBeVisible();
  await expect.element(form.getByLabelText('Address', { exact: true })).toHaveFocus();
  await expect.element(form).toMatchTextContent('Then: Bitcoin for AU$100.00');
  await expect.element(form.getByLabelText('Australia, as above')).toBeChecked();
  await expectAccessible();
  expect(overflow()).toBe(0);
  await save.click();
  for (const missing of ['Enter the street and number.', 'Enter the state or province.']) {
    await expect.element(form.getByText(missing)).toBeVisible();
  }
  expect(view.asked(certifyTaxResidence)).toEqual([]);
  const home = { address: '12 Sand Street', city: 'Melbourne', state: 'VIC', postal: '3000' };
  for (const [label, text] of [
    ['Address', home.address],
    ['City', home.city],
    ['State/Province', home.state],
    ['Postcode', home.postal],
  ] as const) {
    await form.getByLabelText(label, { exact: true }).fill(text);
  }
  await expect
    .element(form.getByLabelText(/^Tax File Number/))
    .toHaveAccessibleDescription(/^Optional today/);
  await save.click();
  await expect.poll(() => location.pathname).toBe('/buy-sell');
  expect(view.asked(certifyTaxResidence)).toMatchObject([
    { ...home, country: 'AU', residences: [{ country: 'AU', later: true }] },
  ]);
  expect(toasts()).toEqual([]);
});

test('EYE-06 what was typed in the one form stays when its answer is lost', async () => {
  const view = await openForm([lost(certifyTaxResidence)]);
  for (const [label, text] of [
    ['Address', '12 Sand Street'],
    ['City', 'Melbourne'],
    ['State/Province', 'VIC'],
    ['Postcode', '3000'],
  ] as const) {
    await form.getByLabelText(label, { exact: true }).fill(text);
  }
  await form.getByLabelText('Another country, or several').click();
  await form.getByRole('button', { name: 'Add another country' }).click();
  await form
    .getByRole('group', { name: 'Country 2' })
    .getByLabelText('Country', { exact: true })
    .selectOptions('DE');
  await form.getByLabelText('Steuer-Identifikationsnummer').fill('65929970489');
  await save.click();
  await expect
    .poll(() => view.asked(certifyTaxResidence))
    .toMatchObject([
      {
        residences: [
          { country: 'AU', later: true },
          { country: 'DE', number: '65929970489' },
        ],
      },
    ]);
  await expect.element(save).toBeEnabled();
  await expect.element(form.getByLabelText('City')).toHaveValue('Melbourne');
  await expect
    .element(form.getByLabelText('Steuer-Identifikationsnummer'))
    .toHaveValue('65929970489');
  expect(location.pathname).toBe('/profile');
});

test.each([
  ['2100-01-01T00:00:00.000Z', /^Please add your tax number by /],
  ['2020-01-01T00:00:00.000Z', /^Your account is limited since .*until you add your tax number/],
])(
  'EYE-06 a number that is to follow says until when, and what then (%s)',
  async (limited, text) => {
    await open('/profile/verification', {
      as: customer(),
      answers: [
        answer(
          getKycStatus,
          checks(
            'approved',
            ['certified_at', '2019-12-01T00:00:00.000Z'],
            ['residence', 'AU later'],
            ['address', '12 Sand Street'],
            ['city', 'Melbourne'],
            ['state', 'VIC'],
            ['postal', '3000'],
            ['country', 'AU'],
            ['limited_from', limited],
          ),
        ),
      ],
    });
    const card = page.getByRole('region', { name: 'Tax residence' });
    await expect.element(card.getByText(text)).toBeVisible();
    await expect.element(card.getByText('To follow')).toBeVisible();
    await card.getByRole('button', { name: 'Add your tax number' }).click();
    await expect
      .element(form.getByLabelText(/^Tax File Number/))
      .toHaveAccessibleDescription(limited < '2026' ? /^The Tax/ : /^Optional today/);
    await expectAccessible();
  },
);

test('EYE-12 with text at 175 % the chips of a dialog stay on the screen, and its title with them', async () => {
  const since = new Date().toISOString();
  await open('/waiting', {
    as: customer(),
    width: 390,
    answers: [
      answer(listWaiting, {
        data: [
          {
            ...{ kind: 'deposit-asks', reference: 'd1', amount: '0.5', currency: 'BTC' },
            ...{ network: 'Bitcoin', since },
          },
        ],
      }),
    ],
  });
  document.documentElement.style.fontSize = '28px';
  try {
    await page.getByRole('button', { name: 'Say who sent it' }).click();
    const dialog = page.getByRole('dialog');
    for (const name of ['Somebody else', 'Exchange or other provider']) {
      const chip = dialog.getByRole('button', { name });
      await chip.click();
      const { left, right } = chip.element().getBoundingClientRect();
      expect([name, left >= 0, right <= 390]).toEqual([name, true, true]);
    }
    const { top } = dialog.getByRole('heading').first().element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(dialog.element().getBoundingClientRect().top);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});
