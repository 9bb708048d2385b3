import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { downloadOwnData } from '#core/contract/account/account.ts';
import { getKycStatus } from '#core/contract/account/identity.ts';
import { listNotices } from '#core/contract/account/notifications.ts';
import { certifyTaxResidence } from '#core/contract/account/tax-residence.ts';
import type { RequestOf } from '#core/contract/endpoint.ts';
import { openBankAccount } from '#core/contract/money/bank.ts';
import { generateAddress, getPaymentRoutes } from '#core/contract/money/funds.ts';
import { initTransaction } from '#core/contract/money/payment.ts';
import { addRecurringBuy, listRecurringBuys } from '#core/contract/money/recurring-buys.ts';
import { confirmSwap } from '#core/contract/money/swap.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { DECLARATION } from '#core/tax/certification.ts';
import { TAX_NEEDED } from '#core/tax/tax-needed.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { dayAfter, momentOf } from '#core/time/recurrence.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { TAX_ANSWER_DAYS } from '#server/policy.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { buyDue } from '#server/services/exchange/recurring/recurring-worker.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { findToAsk, remindOfTax } from '#server/services/tax/residence/tax-worker.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type PersonOptions, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const HOUR_MS = 3_600_000;
const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const TFN = '123 456 782';

const kopa = world();

const balances = { BTC: '1', AUD: '1000', USDC: '500', ETH: '2' } as const;

/** A verified customer who has not said where they pay tax. */
const uncertified = (options: PersonOptions = {}): Promise<Member> =>
  kopa.customer({ balances, certified: false, ...options });

/** One who traded before this was asked. */
async function older(): Promise<Member> {
  const who = await uncertified();
  await inTransaction(kopa.db, (tx) =>
    postJournal(tx, kopa.clock, {
      ...{ class: 'conversion', kind: 'swap', userId: who.id },
      postings: [
        { account: customer(who.id, 'available', 'USDC'), units: -1n },
        { account: house('inventory', 'USDC'), units: 1n },
      ],
    }),
  );
  return who;
}

/** The customer so many days later, in a session that still stands, once the loop was there. */
async function after(who: Member, days: number): Promise<Member> {
  const then = await who.later(days * 24);
  await kopa.sandbox.market('BTC', '100000');
  await findToAsk(kopa.deps);
  await remindOfTax(kopa.deps);
  return then;
}

const home = {
  ...{ address: '1 George Street', city: 'Sydney', state: 'NSW', postal: '2000', country: 'AU' },
};
type Residences = RequestOf<typeof certifyTaxResidence>['residences'];

const certify = (who: Member, residences: Residences = [{ country: 'AU', number: TFN }]) =>
  who.call(certifyTaxResidence, { ...home, residences });

const card = {
  ...{ amount: '162.45', currency: 'AUD', crypto_value: '0.001', crypto_currency: 'BTC' },
  ...{ usdc: '100', success_url: '/s', decline_url: '/d', fail_url: '/f', cancel_url: '/c' },
  payment_test_env: true,
};

const recurringBuy = () =>
  ({
    ...{ currency_id: 'BTC', amount: '100', every: 'weekly' as const },
    first_on: dayAfter(kopa.clock.now()),
  }) as const;

const NEEDED = {
  ok: false,
  status: 422,
  refusal: { code: 'TAX_RESIDENCE_REQUIRED', message: TAX_NEEDED },
};
const LIMITED = { ok: false, refusal: { code: 'LIMIT_EXCEEDED' } };

const taxData = async (who: Member) =>
  ((await who.must(getKycStatus, {})).data.tax_data ?? [])
    .map(({ kyc_property, kyc_value }) => [kyc_property, kyc_value])
    .filter(([name]) => name !== 'number_days');

const kept = () => kopa.db.selectFrom('tax_certifications').selectAll().orderBy('id').execute();

async function subjects({ email }: Member): Promise<readonly string[]> {
  await sendDue(kopa.deps);
  return (await kopa.sandbox.inbox(email)).map(({ subject }) => subject);
}

async function withdraws(who: Member) {
  const { data } = await who.must(getPaymentRoutes, { limit: 100, offset: 0 });
  const paymentRouteId = data.find((one) => one.currency_id === 'ETH')?.payment_route_id ?? '';
  const out = { amount: '0.5', cryptoAddress: ETH, paymentRouteId, password };
  return who.call(createWithdrawal, out);
}

test('KEEP-14 before the first trade of any kind a customer certifies; depositing and withdrawing stay open', async () => {
  const who = await uncertified();
  expect(await taxData(who)).toEqual([['needed', 'yes']]);
  for (const [source, target, amount] of [
    ['USDC', 'BTC', '100'],
    ['AUD', 'BTC', '100'],
    ['BTC', 'AUD', '0.1'],
    ['BTC', 'USDC', '0.1'],
  ] as const) {
    expect(await who.quotes(source, target, amount), `${source} ${target}`).toMatchObject(NEEDED);
  }
  expect(await who.call(initTransaction, card)).toMatchObject(NEEDED);
  expect(await who.call(addRecurringBuy, recurringBuy())).toMatchObject(NEEDED);
  expect(await kopa.db.selectFrom('quotes').selectAll().execute()).toEqual([]);
  expect(await kopa.db.selectFrom('purchases').selectAll().execute()).toEqual([]);

  const { data } = await who.must(getPaymentRoutes, { limit: 100, offset: 0 });
  const route = data.find(({ currency_id }) => currency_id === 'BTC')?.payment_route_id ?? '';
  const address = { currencyId: 'BTC', paymentRouteId: route };
  expect(await who.call(generateAddress, address)).toMatchObject({ ok: true });
  expect(await withdraws(who)).toMatchObject({ ok: true });

  expect(await certify(who)).toMatchObject({ ok: true });
  expect(await who.quotes('USDC', 'BTC', '100')).toMatchObject({ ok: true });
  expect(await who.quotes('BTC', 'AUD', '0.1')).toMatchObject({ ok: true });
  expect(await who.call(addRecurringBuy, recurringBuy())).toMatchObject({
    ok: true,
  });
});

test('KEEP-14 what is certified is kept with its sentence and time, plain; each stays, the newest counts', async () => {
  const who = await uncertified();
  const first = await certify(who);
  expect(first).toMatchObject({ ok: true });
  const answered = first.ok ? first.value.data.tax_data : [];
  expect(answered).toContainEqual({ kyc_property: 'residence', kyc_value: 'AU •••782' });
  await certify(who, [{ country: 'AU' }, { country: 'DE', without: 'not-yet' }]);
  const rows = await kept();
  expect(rows).toMatchObject([
    { ...home, user_id: who.id, declaration: DECLARATION },
    { ...home, user_id: who.id, declaration: DECLARATION },
  ]);
  expect(rows.map(({ residences }) => JSON.parse(residences))).toEqual([
    [{ country: 'AU', number: '123456782' }],
    [
      { country: 'AU', number: '123456782' },
      { country: 'DE', number: '', without: 'not-yet' },
    ],
  ]);
  const told = await taxData(who);
  expect(told).toEqual([
    ['certified_at', rows[1]?.certified_at.toISOString()],
    ['residence', 'AU •••782'],
    ['residence', 'DE not-yet'],
    ...Object.entries(home),
  ]);
  expect(JSON.stringify(told), 'a number is shown by its end alone').not.toContain('123456782');
  const { db } = kopa.deps;
  await expect(sql`update tax_certifications set residences = '[]'`.execute(db)).rejects.toThrow(
    'cannot be changed',
  );
  await expect(sql`delete from tax_certifications`.execute(db)).rejects.toThrow('removed');
  expect(kopa.log.join(''), 'nor in a log').not.toContain('123456782');
});

test('KEEP-14 a number that its country’s form or check digit does not allow is refused, and nothing kept', async () => {
  const who = await uncertified();
  const refusal = async (residences: Residences) => {
    const answer = await certify(who, residences);
    return answer.ok ? 'kept' : answer.refusal.message;
  };
  expect(await refusal([{ country: 'AU', number: '123456789' }])).toBe(
    'This is no Tax File Number (TFN): a character may be mistyped.',
  );
  expect(await refusal([{ country: 'DE', number: '123' }])).toBe(
    'The Steuer-Identifikationsnummer has 11 digits, the first of them not 0.',
  );
  expect(await refusal([{ country: 'AU' }])).toBe(
    'Enter your Tax File Number (TFN), or choose why you have none.',
  );
  expect(await refusal([{ country: 'ZZ', number: '12345' }])).toBe('Choose a country.');
  expect(await refusal([{ country: 'FR', without: 'none-issued' }])).toBe(
    'France issues tax numbers. Enter yours.',
  );
  expect(await refusal([])).toBeDefined();
  const nowhere = { ...home, city: ' ', residences: [{ country: 'AU', number: TFN }] };
  expect(await who.call(certifyTaxResidence, nowhere)).toMatchObject({
    refusal: { code: 'INVALID_INPUT', message: 'Enter the city.' },
  });
  expect(await kept()).toEqual([]);
  expect(await who.quotes('USDC', 'BTC', '100')).toMatchObject(NEEDED);
});

test('KEEP-14 who traded before is asked, reminded 30 and 7 days before the limit and told of it, each once', async () => {
  let who = await older();
  const never = await uncertified();
  const before = await subjects(who);
  const news = async () => (await subjects(who)).slice(0, -before.length || undefined);
  await Promise.all([findToAsk(kopa.deps), findToAsk(kopa.deps)]);
  await Promise.all([remindOfTax(kopa.deps), remindOfTax(kopa.deps)]);
  expect(await news()).toEqual(['Please tell us where you pay tax']);
  // A process that was killed once it had told them: another one takes the customer again.
  await sql`update tax_asks set look_at = asked_at`.execute(kopa.db);
  await remindOfTax(kopa.deps);
  expect(await news()).toHaveLength(1);
  expect(await who.quotes('AUD', 'BTC', '100'), 'meanwhile all is open').toMatchObject({
    ok: true,
  });
  who = await after(who, 29);
  expect(await news()).toHaveLength(1);
  who = await after(who, 1);
  who = await after(who, 1);
  expect((await news())[0]).toBe('Please tell us where you pay tax within 30 days');
  expect(await news()).toHaveLength(2);
  who = await after(who, 22);
  expect((await news())[0]).toBe('Please tell us where you pay tax within a week');
  who = await after(who, 6);
  expect(await news()).toHaveLength(3);
  expect(await who.quotes('AUD', 'BTC', '100')).toMatchObject({ ok: true });
  who = await after(who, 1);
  expect(await news()).toHaveLength(4);
  who = await after(who, 100);
  expect(kopa.log.filter((line) => line.includes('error'))).toEqual([]);
  expect(await news()).toEqual([
    'Your account is limited until you tell us where you pay tax',
    'Please tell us where you pay tax within a week',
    'Please tell us where you pay tax within 30 days',
    'Please tell us where you pay tax',
  ]);
  expect(await subjects(never)).not.toContain('Please tell us where you pay tax');
  const [asked] = await kopa.db.selectFrom('tax_asks').selectAll().execute();
  const mails = await kopa.sandbox.inbox(who.email);
  const first = mails.find(({ subject }) => subject === 'Please tell us where you pay tax');
  expect(first?.text).toContain(
    formatDayInZone(asked?.limited_at.getTime() ?? 0, 'Australia/Sydney'),
  );
  expect(first?.text).not.toContain('782');
});

test('KEEP-14 notices are told in the app, and lead to the page', async () => {
  const who = await older();
  await findToAsk(kopa.deps);
  await remindOfTax(kopa.deps);
  const { data } = await who.must(listNotices, { after: new Date(0).toISOString() });
  expect(data.at(-1)?.text).toBe('Please tell us where you pay tax.');
  const [notice] = await kopa.db
    .selectFrom('notices')
    .select('page')
    .where('body', '=', 'Please tell us where you pay tax.')
    .execute();
  expect(notice?.page).toBe('/profile/verification');
});

test('KEEP-14 after 60 days an account sells, cashes out and withdraws, and nothing else, until it answers: then everything works at once', async () => {
  let who = await older();
  await findToAsk(kopa.deps);
  const [ask] = await kopa.db.selectFrom('tax_asks').selectAll().execute();
  who = await after(who, 59);
  expect(await who.quotes('AUD', 'BTC', '100')).toMatchObject({ ok: true });
  who = await after(who, 1);
  const bought = await who.quotes('AUD', 'BTC', '100');
  expect(bought).toMatchObject(LIMITED);
  expect(bought.ok ? '' : bought.refusal.message).toBe(
    `We asked you on ${formatDayInZone(ask?.asked_at.getTime() ?? 0, 'Australia/Sydney')} where you pay tax, and for your tax numbers. Until we have them, you can only sell, cash out and withdraw. State them under Profile, Verification: everything then works again at once.`,
  );
  expect(await who.quotes('USDC', 'ETH', '100')).toMatchObject(LIMITED);
  const { data } = await who.must(getPaymentRoutes, { limit: 100, offset: 0 });
  const paymentRouteId = data.find((one) => one.currency_id === 'BTC')?.payment_route_id ?? '';
  const address = { currencyId: 'BTC', paymentRouteId };
  expect(await who.call(generateAddress, address)).toMatchObject(LIMITED);
  expect(await who.call(openBankAccount, {})).toMatchObject(LIMITED);
  expect(await who.call(initTransaction, card)).toMatchObject(LIMITED);
  expect(await who.call(addRecurringBuy, recurringBuy())).toMatchObject(LIMITED);

  for (const target of ['AUD', 'USDC']) {
    const sold = await who.quotes('BTC', target, '0.1');
    expect(sold).toMatchObject({ ok: true });
    if (!sold.ok) continue;
    const conversionQuoteId = sold.value.data.conversion_quote_id;
    const swap = { conversionQuoteId, userId: who.id };
    expect(await who.call(confirmSwap, swap)).toMatchObject({ ok: true });
  }
  expect(await withdraws(who)).toMatchObject({ ok: true });
  await kopa.sandbox.deposit(who.email, 'BTC', '0.1');
  const balance = await kopa.db
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', `${who.id}/available/BTC`)
    .executeTakeFirstOrThrow();
  expect(balance.balance, 'what arrives is credited').toBe('90000000');

  expect(await taxData(who)).toEqual([['limited_from', ask?.limited_at.toISOString()]]);
  expect(await certify(who)).toMatchObject({ ok: true });
  expect(await who.quotes('USDC', 'ETH', '100')).toMatchObject({ ok: true });
  expect(await who.call(generateAddress, address)).toMatchObject({ ok: true });
  who = await after(who, 70);
  expect(await kopa.db.selectFrom('tax_asks').selectAll().execute()).toEqual([]);
});

test('KEEP-14 a recurring buy of an account that has not answered is skipped and says so', async () => {
  let who = await uncertified();
  await certify(who);
  await who.must(addRecurringBuy, recurringBuy());
  await inTransaction(kopa.db, async (tx) => {
    // As it was with a buy from before anybody was asked.
    await sql`alter table tax_certifications disable trigger user`.execute(tx);
    await sql`delete from tax_certifications`.execute(tx);
    await sql`alter table tax_certifications enable trigger user`.execute(tx);
  });
  const next = dayAfter(kopa.clock.now());
  who = await who.later((momentOf(next) + 1000 - kopa.clock.now()) / HOUR_MS);
  await buyDue(kopa.deps);
  const { data } = await who.must(listRecurringBuys, {});
  expect(data[0]?.runs).toEqual([{ on: next, outcome: 'limited' }]);
});

test('KEEP-14 KEEP-04 KEEP-05 certifications are in one’s data, and sealed away when the account is erased', async () => {
  const who = await kopa.person({ certified: false });
  await certify(who);
  const { data } = await who.must(downloadOwnData, { password });
  const table = data.tables.find(({ name }) => name === 'tax_certifications');
  expect(JSON.stringify(table?.rows)).toContain('123456782');
  await inTransaction(kopa.db, (tx) => eraseAccount(kopa.deps, tx, who.id));
  expect(await kept()).toEqual([]);
  const sealed = await kopa.db.selectFrom('archived').selectAll().execute();
  expect(sealed.map(({ part }) => part)).toContain('identity');
  expect(JSON.stringify(sealed)).not.toContain('123456782');
});

test('KEEP-14 only a customer certifies, and only for themselves', async () => {
  const admin = await kopa.person({ role: 'admin' });
  expect(await certify(admin)).toMatchObject({ ok: false, status: 403 });
  const [one, other] = [await uncertified(), await uncertified()];
  await certify(one);
  expect(await other.quotes('USDC', 'BTC', '100')).toMatchObject(NEEDED);
});

const asks = () => kopa.db.selectFrom('tax_asks').selectAll().execute();

test('EYE-06 a tax number can follow: one trades at once, is reminded 30 and 7 days before, and limited without it until it is there', async () => {
  let who = await uncertified();
  const before = await subjects(who);
  const news = async () => (await subjects(who)).slice(0, -before.length || undefined);
  const began = kopa.clock.now();
  expect(await certify(who, [{ country: 'AU', later: true }])).toMatchObject({ ok: true });
  expect(await who.quotes('USDC', 'BTC', '100'), 'nothing else is asked').toMatchObject({
    ok: true,
  });
  expect((await kept()).map(({ residences }) => JSON.parse(residences))).toEqual([
    [{ country: 'AU', number: '', later: true }],
  ]);
  const answered = (await who.must(getKycStatus, {})).data.tax_data;
  expect(answered).toContainEqual({
    ...{ kyc_property: 'number_days', kyc_value: String(TAX_ANSWER_DAYS) },
  });
  const [ask] = await asks();
  const limited = ask?.limited_at.getTime() ?? 0;
  expect(Math.round((limited - began) / HOUR_MS)).toBe(TAX_ANSWER_DAYS * 24);
  const told = await taxData(who);
  expect(told).toContainEqual(['residence', 'AU later']);
  expect(told).toContainEqual(['limited_from', ask?.limited_at.toISOString()]);
  await remindOfTax(kopa.deps);
  expect(await news(), 'who has just read it is not told at once').toEqual([]);

  // Saying it again gains no time, and neither does another word in between.
  who = await after(who, 20);
  await certify(who, [{ country: 'AU', later: true }]);
  await certify(who, [{ country: 'AU', without: 'not-yet' }]);
  expect(await asks()).toEqual([]);
  await certify(who, [{ country: 'AU', later: true }]);
  expect((await asks())[0]?.limited_at.getTime()).toBe(limited);

  who = await after(who, 11);
  expect((await news())[0]).toBe('Please add your tax number within 30 days');
  who = await after(who, 23);
  expect((await news())[0]).toBe('Please add your tax number within a week');
  expect(await who.quotes('USDC', 'BTC', '100')).toMatchObject({ ok: true });
  who = await after(who, 7);
  expect(await news()).toEqual([
    'Your account is limited until you add your tax number',
    'Please add your tax number within a week',
    'Please add your tax number within 30 days',
  ]);
  const bought = await who.quotes('USDC', 'BTC', '100');
  expect(bought).toMatchObject(LIMITED);
  expect(bought.ok ? '' : bought.refusal.message).toContain('and for your tax numbers');
  expect(await who.quotes('BTC', 'AUD', '0.1'), 'what one has can be sold').toMatchObject({
    ok: true,
  });
  expect(await withdraws(who)).toMatchObject({ ok: true });

  await certify(who, [{ country: 'AU', later: true }]);
  expect(await who.quotes('USDC', 'BTC', '100'), 'a new promise opens nothing').toMatchObject(
    LIMITED,
  );
  expect(await certify(who, [{ country: 'AU', number: TFN }])).toMatchObject({ ok: true });
  expect(await who.quotes('USDC', 'BTC', '100')).toMatchObject({ ok: true });
  expect(await asks()).toEqual([]);
  expect(await taxData(who)).toContainEqual(['residence', 'AU •••782']);
});

test('EYE-06 a number that follows replaces none that is there, and who was asked before gains no time by it', async () => {
  const there = await uncertified();
  await certify(there);
  await certify(there, [{ country: 'AU', later: true }]);
  expect(await taxData(there)).toContainEqual(['residence', 'AU •••782']);
  expect(await asks()).toEqual([]);

  const who = await older();
  await findToAsk(kopa.deps);
  const [first] = await asks();
  const then = await after(who, 50);
  await certify(then, [{ country: 'AU', later: true }]);
  expect((await asks())[0]?.limited_at).toEqual(first?.limited_at);
});

test('EYE-06 one address: what is certified is the profile’s, so a purchase asks for it no second time', async () => {
  const who = await uncertified();
  const lives = async () =>
    kopa.db
      .selectFrom('users')
      .select(['address', 'city', 'state', 'postal'])
      .where('id', '=', who.id)
      .executeTakeFirstOrThrow();
  await certify(who, [{ country: 'AU', later: true }]);
  const { country: _, ...address } = home;
  expect(await lives()).toEqual(address);
  const bought = await who.call(initTransaction, card);
  // The price may be another by now: of the customer nothing is asked any more.
  expect(['PROFILE_INCOMPLETE', 'TAX_RESIDENCE_REQUIRED']).not.toContain(
    bought.ok ? undefined : bought.refusal.code,
  );
  // What is refused changes nothing.
  const moved = { ...home, city: 'Perth', residences: [{ country: 'AU', number: '1' }] };
  expect(await who.call(certifyTaxResidence, moved)).toMatchObject({ ok: false });
  expect(await lives()).toEqual(address);
});
