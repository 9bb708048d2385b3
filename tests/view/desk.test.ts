import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { passkeyProofChallenge } from '#core/contract/account/passkeys.ts';
import { decideCase, listCases } from '#core/contract/staff/desk.ts';
import { readCustomer } from '#core/contract/staff/desk-customer.ts';
import type { AccountTransaction } from '#core/contract/wallet/history.ts';
import { answer, refuse } from './support/answers.ts';
import { aDesk, caseRow, desk, deskCustomer, oneCase } from './support/desk.ts';
import { customer, expectAccessible, open, overflow } from './support/view.ts';

const officer = () => customer({ email: 'officer@kopa.test', role: 'compliance', is2FA: 1 });
const cases = page.getByRole('region', { name: 'Open cases' });
const links = cases.getByRole('link');

const openDesk = (rows = aDesk(), width = 1280, pageSize = 50) =>
  open('/admin/desk', { as: officer(), answers: [desk(rows, pageSize)], width });

/** Where the texts of some cells end, or begin. */
const edgesOf = (selector: string, side: 'left' | 'right'): readonly number[] => [
  ...new Set(
    [...document.querySelectorAll(selector)].flatMap((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      const box = text.getBoundingClientRect();
      return box.width === 0 ? [] : [Math.round(box[side])];
    }),
  ),
];

const withdrawal: AccountTransaction = {
  ...{ account_transaction_id: 'j-1-0', transaction_class: 'withdraw', type: 'debit' },
  ...{ amount: '0.05', currency_id: 'BTC', created_at: '2026-11-08T08:02:00Z' },
  ...{ comment: 'Withdrawal/w-1', network: 'Bitcoin', sender: '', recipient: 'bc1q' },
  ...{ payment_method: '', value: { amount: '6946.78', currency_id: 'AUD' } },
};

test('EYE-09 what is due stands first and what has no date in a group of its own, each with its number', async () => {
  await openDesk();
  await expect.element(page.getByText(/^6 open, 1 late/)).toBeVisible();
  const groups = cases.getByRole('heading', { level: 2 });
  await expect.element(groups.first()).toMatchTextContent(/^Late or due today \d$/);
  await expect.element(groups.last()).toMatchTextContent('Without a date, oldest first 2');
  await expect.element(links).toHaveLength(6);
  await expect.element(links.nth(0)).toMatchTextContent(/^1 h late ?Complaint/);
  await expect.element(links.nth(4)).toMatchTextContent('An address that nobody was given');
  await expectAccessible();
});

test('EYE-09 a row says in plain words what it is about, the sum and its asset, and how old it is', async () => {
  await openDesk();
  await expect
    .element(links.nth(5))
    .toMatchTextContent(/Below the minimum · Ethereum.*sam@kopa\.test.*0\.0004 ETH.*5 days old/);
  await expect
    .element(links.nth(1))
    .toMatchTextContent(/terrorism financing suspected: 49 min left/);
  expect(document.body.textContent).not.toMatch(/unknown-address|below-minimum|No time set/);
});

test.each([1280, 1366, 1920])(
  'EYE-09 dates, sums and ages of the desk stand in columns of one edge, at %i px',
  async (width) => {
    await openDesk(aDesk(), width);
    await expect.element(links).toHaveLength(6);
    for (const [cells, side] of [
      ['[data-cases] a > :nth-child(1)', 'left'],
      ['[data-cases] a > b', 'left'],
      ['[data-cases] a > :nth-child(5) > :first-child', 'right'],
      ['[data-cases] a > :nth-child(5) > :last-child', 'left'],
    ] as const) {
      expect([cells, edgesOf(cells, side).length]).toEqual([cells, 1]);
    }
    expect(overflow()).toBe(0);
  },
);

test.each([320, 390, 768])('EYE-09 the desk fits a screen %i px wide', async (width) => {
  await openDesk(aDesk(), width);
  await expect.element(links).toHaveLength(6);
  expect(overflow()).toBe(0);
  await expectAccessible();
});

test('EYE-09 a wide screen shows the chosen case beside the list, without opening it', async () => {
  await openDesk(aDesk(), 1920);
  const chosen = page.getByRole('complementary', { name: 'Chosen case' });
  await expect.element(chosen.getByRole('heading')).toHaveTextContent('Complaint');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(chosen.getByRole('heading')).toMatchTextContent('Monitoring');
  await expect
    .element(chosen.getByRole('link', { name: 'Open the case' }))
    .toHaveAttribute('href', '/admin/desk/monitoring/hit-1');
  await expectAccessible();
});

test('EYE-09 the kinds say how many are open, and one of them is listed alone', async () => {
  const view = await openDesk();
  const kinds = page.getByRole('group', { name: 'Kinds of cases' });
  await expect.element(kinds.getByRole('button', { name: 'All open 6' })).toBeVisible();
  const aside = kinds.getByRole('button', { name: 'Deposits set aside 2' });
  await aside.click();
  await expect.element(links).toHaveLength(2);
  await expect.element(aside).toHaveAttribute('aria-pressed', 'true');
  expect(view.asked(listCases).at(-1)).toMatchObject({ kind: 'deposit-aside', after: '' });
  await kinds.getByRole('button', { name: /^All open/ }).click();
  await expect.element(links).toHaveLength(6);
});

test('EYE-09 the list is read again every 30 seconds, and keeps the focus and what is typed', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  try {
    const view = await openDesk();
    await expect.element(links).toHaveLength(6);
    const search = page.getByRole('searchbox');
    await search.fill('zeppelin');
    const before = view.asked(listCases).length;
    const [again] = timers.mock.calls.filter(([, every]) => every === 30_000).at(-1) ?? [];
    if (typeof again === 'function') again();
    await expect.poll(() => view.asked(listCases).length).toBe(before + 1);
    await expect.element(search).toHaveFocus();
    await expect.element(search).toHaveValue('zeppelin');
    await expect.element(links).toHaveLength(6);
  } finally {
    timers.mockRestore();
  }
});

test('KEEP-12 the slash leads to the search, and is a letter in it', async () => {
  await openDesk();
  await expect.element(links).toHaveLength(6);
  const search = page.getByRole('searchbox');
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('');
  await userEvent.keyboard('/');
  await expect.element(search).toHaveValue('/');
});

test('EYE-09 the search: an id lists what it names, and nothing stands for nothing', async () => {
  await openDesk();
  await expect.element(links).toHaveLength(6);
  const search = page.getByRole('searchbox');
  await search.fill('aside-2');
  await userEvent.keyboard('{Enter}');
  await expect.element(links).toHaveLength(1);
  await search.fill('nothing');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('No open case')).toBeVisible();
  await search.fill('');
  await expect.element(links).toHaveLength(6);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
});

test('EYE-09 Find opens the customer’s page with cases, risk, holdings and transactions, and ending is a quiet link', async () => {
  const view = await openDesk();
  const data = deskCustomer({
    cases: [caseRow({ kind: 'request', id: 'R-AAAAA-AAAAA', due_at: null })],
    transactions: [withdrawal],
  });
  view.says(answer(readCustomer, { data, as_of: new Date().toISOString() }));
  await page.getByRole('searchbox').fill('jonas@kopa.test');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Jonas Meyer' })).toBeVisible();
  // An address would stay in the log of a proxy.
  expect(location.pathname).toBe('/admin/desk/customer/u-1');
  await expect
    .element(page.getByRole('region', { name: 'Open cases' }).getByRole('link'))
    .toMatchTextContent('Complaint');
  await expect
    .element(page.getByRole('region', { name: 'Holdings' }))
    .toMatchTextContent('0.08811 BTC');
  await expect.element(page.getByRole('region', { name: 'Risk' })).toMatchTextContent('Low risk');
  await expect
    .element(page.getByRole('region', { name: 'Transactions' }))
    .toMatchTextContent(/Withdraw Bitcoin.*0\.05 BTC/);
  await expect
    .element(page.getByRole('link', { name: 'End or continue the relationship' }))
    .toHaveAttribute('href', '/admin/desk/ending/u-1');
  expect(overflow()).toBe(0);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
});

test('EYE-09 whom no account has is said beside the search', async () => {
  const view = await openDesk();
  view.says(refuse(readCustomer, 'NOT_FOUND', 'Not found.'));
  await page.getByRole('searchbox').fill('nobody@kopa.test');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Not found');
});

test('EYE-09 a customer’s page fits 320 px, and says what there is not', async () => {
  const data = deskCustomer({ holdings: [], risk: null });
  await open('/admin/desk/customer/u-1', {
    ...{ as: officer(), width: 320 },
    answers: [answer(readCustomer, { data, as_of: new Date().toISOString() })],
  });
  await expect.element(page.getByText('Nothing is held.')).toBeVisible();
  expect(overflow()).toBe(0);
  await expectAccessible();
});

test('EYE-09 no decision is chosen for the officer, and the first choice has the focus', async () => {
  const view = await open('/admin/desk/ending/u-1', {
    as: officer(),
    answers: [desk(aDesk()), oneCase({ title: 'Relationship', decisions: ['end', 'end-now'] })],
  });
  const first = page.getByRole('radio', { name: 'End with two months’ notice' });
  await expect.element(first).toHaveFocus();
  for (const one of page.getByRole('radio').elements())
    expect(one).toHaveProperty('checked', false);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Three forged documents.');
  await page.getByRole('button', { name: 'Record the decision' }).click();
  await expect.element(page.getByText('Choose a decision.')).toBeVisible();
  await expect.element(first).toHaveFocus();
  expect(view.asked(decideCase)).toEqual([]);
  await expectAccessible();
  await userEvent.keyboard(' ');
  await expect
    .element(page.getByRole('button', { name: 'End with two months’ notice' }))
    .toBeVisible();
});

test('KEEP-10 a case says what has become of what it is about, and offers only what is left to decide', async () => {
  await open('/admin/desk/held/withdrawal%3Aw-1', {
    ...{ as: officer(), width: 390 },
    answers: [
      desk(aDesk()),
      oneCase({
        title: 'Screening: withdrawal',
        became: 'Its customer has cancelled this withdrawal: the money is back in the wallet.',
        decisions: ['report', 'nothing'],
      }),
    ],
  });
  const found = page.getByRole('region', { name: 'Screening: withdrawal' });
  await expect.element(found).toMatchTextContent(/Its customer has cancelled this withdrawal/);
  await expect.element(page.getByRole('radio')).toHaveLength(2);
  await expect.element(page.getByRole('radio', { name: 'Nothing to report' })).toBeVisible();
  expect(overflow()).toBe(0);
  await expectAccessible();
});

test('EYE-09 a prepared text is inserted where the officer wants it, and nothing is before', async () => {
  await open('/admin/desk/request/R-AAAAA-AAAAA', {
    ...{ as: officer(), width: 390 },
    answers: [desk(aDesk()), oneCase({ transactions: [withdrawal], names_them: false })],
  });
  await expect
    .element(page.getByRole('region', { name: 'The customer’s latest transactions' }))
    .toMatchTextContent(/Withdraw Bitcoin/);
  const texts = page.getByRole('group', { name: 'Texts to insert' });
  await expect.element(page.getByRole('radio', { name: 'Answer' })).toHaveFocus();
  await expect.element(texts).not.toBeInTheDocument();
  await userEvent.keyboard(' ');
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect.element(text).toHaveValue('');
  await text.fill('Dear Jonas,');
  await texts.getByRole('button', { name: 'We put it right' }).click();
  await expect.element(text).toHaveFocus();
  await texts
    .getByRole('button', { name: /^Transaction w-1.*Withdraw Bitcoin · .*0\.05 BTC · \w+ · Nov/ })
    .click();
  await expect
    .element(text)
    .toHaveValue(
      'Dear Jonas,\n\nYou are right, and we are sorry. We have put it right.\n\nIt is about the transaction w-1.',
    );
  expect(overflow()).toBe(0);
  await expectAccessible();
});

test('KEEP-08 what monitoring holds is counted and named apart from what screening holds', async () => {
  await openDesk([
    ...aDesk(),
    caseRow({
      kind: 'suspended',
      id: 'withdrawal:w-2',
      title: 'Monitoring: Money straight through',
    }),
  ]);
  const kinds = page.getByRole('group', { name: 'Kinds of cases' });
  await expect.element(kinds.getByRole('button', { name: 'Held by screening 1' })).toBeVisible();
  await expect.element(kinds.getByRole('button', { name: 'Held by monitoring 1' })).toBeVisible();
  await expect.element(kinds.getByRole('button', { name: 'Monitoring alerts 1' })).toBeVisible();
});

test('EYE-09 a single decision says what it closes, and its reason has the focus', async () => {
  await open('/admin/desk/deposit-aside/aside-1', {
    as: officer(),
    answers: [desk(aDesk()), oneCase({ title: 'Deposit set aside', decisions: ['close'] })],
  });
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  await expect
    .element(page.getByRole('button', { name: 'Close the case of this deposit' }))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
});

test.each([1366, 390])(
  'EYE-09 a complaint shows the transaction it is about and links the customer’s, at %i px',
  async (width) => {
    await open('/admin/desk/request/R-AAAAA-AAAAA', {
      ...{ as: officer(), width },
      answers: [oneCase({ body: 'It took two hours.', transaction: withdrawal })],
    });
    const about = page.getByRole('region', { name: 'The transaction it is about' });
    await expect.element(about).toMatchTextContent(/Withdraw Bitcoin.*0\.05 BTC.*AU\$6,946\.78/);
    await expect
      .element(about.getByRole('link', { name: 'All transactions' }))
      .toHaveAttribute('href', '/admin/desk/customer/u-1');
    expect(overflow()).toBe(0);
    await expectAccessible();
  },
);

/** More rows than a page of the server has. */
const many = Array.from({ length: 120 }, (_, index) =>
  caseRow({ kind: 'request', id: `R-${index}`, due_at: '2026-12-24T10:00:00.000Z' }),
);

const linkTo = (id: string) =>
  cases
    .getByRole('link')
    .elements()
    .find((one) => one.getAttribute('href')?.endsWith(id));

test('EYE-09 after Escape the officer is where they left the list, on a later page too', async () => {
  const view = await openDesk(many);
  view.says(oneCase());
  await expect.element(links).toHaveLength(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(links).toHaveLength(100);
  const left = linkTo('R-77');
  left?.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('radio', { name: 'Answer' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(links).toHaveLength(100);
  await expect.element(cases.getByRole('link').nth(77)).toHaveFocus();
});

test('EYE-09 after a decision the next case of the same list has the focus', async () => {
  const view = await openDesk(many);
  view.says(
    oneCase(),
    answer(decideCase, { second: false }),
    refuse(passkeyProofChallenge, 'UNAVAILABLE', 'No passkeys in the views.'),
  );
  await expect.element(links).toHaveLength(50);
  linkTo('R-7')?.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('radio', { name: 'Answer' })).toHaveFocus();
  await userEvent.keyboard(' ');
  await page.getByRole('textbox', { name: 'Text' }).fill('We are sorry.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  view.says(desk(many.filter(({ id }) => id !== 'R-7')));
  await page.getByRole('dialog').getByRole('textbox').fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
  await expect.element(cases.getByRole('link').nth(7)).toHaveFocus();
  expect(document.activeElement?.getAttribute('href')).toBe('/admin/desk/request/R-8');
  expect(view.asked(decideCase)).toMatchObject([{ id: 'R-7', decision: 'answer' }]);
});
