import { expect, test } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { getKycStatus, getSumsubToken } from '#core/contract/account/identity.ts';
import { savePushSubscription } from '#core/contract/account/notifications.ts';
import { forexPath } from '#core/contract/market/forex.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { listReceiving } from '#core/contract/money/funds.ts';
import { getPurchases, initTransaction } from '#core/contract/money/payment.ts';
import { createWithdrawal, getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { assetOf } from '#core/money/currencies.ts';
import { cryptoFor } from '#core/money/purchase.ts';
import { readSwitches, twinNames, writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import { troubledBy } from '#server/adapters/party/sandbox-trouble.ts';
import { LATE_MINUTES } from '#server/adapters/payment/sandbox-payment.ts';
import { conditions } from '#server/platform/conditions.ts';
import { queueMail, sendDue } from '#server/services/messages/notices/outbox.ts';
import { pushDue } from '#server/services/messages/notices/push.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { reconcilePurchases } from '#server/services/money-in/purchases/settle-purchases.ts';
import { partyWatch } from '#server/services/operation/watch/watch.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { InProcess } from '#tests/support/in-process.ts';
import { type PersonOptions, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { pushBrowser } from '#tests/support/push-subscription.ts';
import { noSandbox, withParties } from '#tests/support/with-parties.ts';
import { world } from '#tests/support/world.ts';

// One for each: an outage is everybody's.
const kopa = world();

type Fields = Readonly<Record<string, string>>;
const OWN = { 'sec-fetch-site': 'same-origin' };

const send = (event: string, fields: Fields, headers: Fields = OWN, where: InProcess = kopa) =>
  fetch(`${where.url}/sandbox/events/${event}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });

/** Presses a button, and gives what the page says then to whoever pressed it. */
async function press(event: string, fields: Fields): Promise<string> {
  const answer = await send(event, fields);
  expect(answer.status).toBe(303);
  const page = await fetch(`${kopa.url}${answer.headers.get('location')}`);
  return /role="status">([^<]*)</.exec(await page.text())?.[1] ?? '';
}

const held = async (who: Member, code: string) => {
  const { data } = await who.must(getWalletList, {});
  const entry = data.find(({ currency }) => currency.currency_id === code);
  return [entry?.free_balance, entry?.pending_balance];
};

const deposit = ({ email }: Member, fields: Fields = {}) =>
  press('deposit', {
    customer: email,
    route: 'BTC@Bitcoin',
    amount: '0.25',
    blocks: 'all',
    how: 'one',
    ...fields,
  });

test('EASE-21 a deposit of any asset on any of its networks is credited, and the page says so', async () => {
  const someone = await kopa.person();
  expect(await deposit(someone)).toBe(`0.25 BTC came on Bitcoin to ${someone.email}: credited.`);
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  expect(await deposit(someone, { route: 'USDC@Solana', amount: '12' })).toContain('credited');
  expect(await held(someone, 'USDC')).toEqual(['12', '0']);
});

test('EASE-21 a deposit without blocks is pending until enough of them have come', async () => {
  const someone = await kopa.person();
  expect(await deposit(someone, { blocks: 'none' })).toContain('pending');
  expect(await held(someone, 'BTC')).toEqual(['0', '0.25']);
  const blocks = (count: string) => press('blocks', { customer: someone.email, blocks: count });
  expect(await blocks('1')).toContain('no deposit is credited');
  expect(await blocks('1')).toContain('1 deposit is credited');
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  expect(await blocks('0')).toContain('from 1 to 1000');
});

test('EASE-21 what was reported twice counts once; too little, or for nobody, is kept aside', async () => {
  const someone = await kopa.person();
  const twice = await deposit(someone, { how: 'twice' });
  expect(twice).toContain('The first report: credited.');
  expect(twice).toContain('The second: kept aside, credited to nobody, because it was reported');
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  expect(await deposit(someone, { how: 'small' })).toContain('below the minimum');
  expect(await deposit(someone, { how: 'unknown' })).toContain('nobody was given that address');
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  const aside = await kopa.db.selectFrom('deposits_aside').select('reason').execute();
  expect(aside.map(({ reason }) => reason).sort()).toEqual([
    'below-minimum',
    'same-output',
    'unknown-address',
  ]);
  // It came to an address that its customer was given for it, as in the world outside.
  const small = await kopa.db
    .selectFrom('deposits_aside as aside')
    .innerJoin('deposit_addresses as own', 'own.address', 'aside.address')
    .select('own.user_id')
    .where('aside.reason', '=', 'below-minimum')
    .execute();
  expect(small).toEqual([{ user_id: someone.id }]);
});

const checkOf = async (who: Member) => {
  const { data } = await who.must(getKycStatus, {});
  const all = data.kyc_data.filter(({ kyc_property }) => !kyc_property.startsWith('purchases_'));
  return all.map(({ kyc_value }) => kyc_value);
};

test('EASE-21 the reviewer approves, rejects for good, asks again with a reason and requests documents', async () => {
  const someone = await kopa.person();
  const review = (fields: Fields) => press('review', { customer: someone.email, ...fields });
  expect(await review({ decision: 'again', reason: 'The photo is blurred.' })).toContain(
    'asked again',
  );
  expect(await checkOf(someone)).toEqual(['incomplete', 'The photo is blurred.']);
  await review({ decision: 'documents', document: 'Please upload a photo of your passport.' });
  expect(await checkOf(someone)).toEqual(['incomplete', 'Please upload a photo of your passport.']);
  expect(await review({ decision: 'again', reason: ' ' })).toContain('Write the reason');
  await review({ decision: 'wait' });
  expect(await checkOf(someone)).toEqual(['submitted']);
  expect(await review({ decision: 'approve' })).toContain('approved');
  expect(await checkOf(someone)).toEqual(['approved']);
  await review({ decision: 'reject' });
  expect(await checkOf(someone)).toEqual(['rejected']);
  expect((await kopa.sandbox.inbox(someone.email)).map(({ subject }) => subject)).toContain(
    'You are verified',
  );
});

async function buyer(options: PersonOptions = {}): Promise<Member> {
  const someone = await kopa.person(options);
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await someone.must(updateProfile, profile);
  return someone;
}

/** Opens a card payment at the present price. */
async function begin(who: Member) {
  const asset = assetOf('BTC');
  const pair = { base_currency: 'BTC', quote_currency: 'AUD' };
  const [price] = (await who.must(getCurrencyPrice, pair)).data;
  const amount = '160.00';
  const request = {
    amount,
    currency: 'AUD',
    crypto_value: (price && cryptoFor(amount, price.ask, asset)) ?? '',
    crypto_currency: 'BTC',
    usdc: '100',
    success_url: '/success',
    decline_url: '/decline',
    fail_url: '/fail',
    cancel_url: '/cancel',
    payment_test_env: true,
  };
  const { data } = await who.must(initTransaction, request);
  return data;
}

const pay = (token: string, card = '4242 4242 4242 4242') =>
  fetch(`${kopa.url}/sandbox/pay/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ card }),
    redirect: 'manual',
  });

const purchaseOf = async (who: Member) => (await who.must(getPurchases, {})).data.purchases[0];

test('EASE-21 the next card payment ends as it was planned, whatever its card says, and only that one', async () => {
  const someone = await buyer();
  expect(await press('card', { plan: 'declined' })).toContain('The next card payment is declined');
  const declined = await begin(someone);
  expect((await pay(declined.checkout.token)).headers.get('location')).toMatch(/\/decline$/);
  const next = await begin(someone);
  expect((await pay(next.checkout.token)).headers.get('location')).toMatch(/\/success$/);
  await press('card', { plan: 'never' });
  const never = await begin(someone);
  expect(await (await pay(never.checkout.token)).text()).toContain('Waiting for your bank');
  kopa.clock.advance(LATE_MINUTES * 60_000);
  await reconcilePurchases(kopa.deps);
  expect(await purchaseOf(someone)).toMatchObject({ status: 'pending' });
});

test('EASE-21 a card payment that comes late is credited when it has come', async () => {
  const someone = await buyer();
  await press('card', { plan: 'late' });
  const { checkout } = await begin(someone);
  expect(await (await pay(checkout.token)).text()).toContain('Waiting for your bank');
  kopa.clock.advance(60_000);
  await reconcilePurchases(kopa.deps);
  expect(await purchaseOf(someone)).toMatchObject({ status: 'pending' });
  kopa.clock.advance(LATE_MINUTES * 60_000);
  await reconcilePurchases(kopa.deps);
  expect(await purchaseOf(someone)).toMatchObject({ status: 'success' });
});

test('EASE-21 the bank pays or declines what is under way, and the provider’s signed notice says so', async () => {
  const someone = await buyer();
  const { email } = someone;
  const decide = (outcome: string) => press('payment', { customer: email, outcome });
  expect(await decide('paid')).toContain('no card payment under way');
  await begin(someone);
  expect(await decide('paid')).toContain('The purchase is now: success.');
  const [free] = await held(someone, 'BTC');
  expect(Number(free)).toBeGreaterThan(0);
  const heard = await kopa.db
    .selectFrom('provider_notices')
    .select(['party', 'answered'])
    .execute();
  expect(heard).toEqual([{ party: 'payment', answered: 1 }]);
  await begin(someone);
  expect(await decide('declined')).toContain('The purchase is now: declined.');
});

test('EASE-21 refunds that are refused are asked for again until they are given', async () => {
  const someone = await buyer();
  await press('refunds', { refunds: 'refused' });
  const { tracking_id } = await begin(someone);
  // Twice the price: what was paid for is not worth it any more, and the payment goes back.
  kopa.clock.advance(10 * 60_000);
  await press('price', { asset: 'BTC', percent: '100', how: 'up' });
  await press('payment', { customer: someone.email, outcome: 'paid' });
  const status = async () =>
    (
      await kopa.db
        .selectFrom('purchases')
        .select('status')
        .where('id', '=', tracking_id)
        .executeTakeFirstOrThrow()
    ).status;
  expect(await status()).toBe('refunding');
  await press('refunds', { refunds: 'given' });
  kopa.clock.advance(3_600_000);
  await reconcilePurchases(kopa.deps);
  expect(await status()).toBe('refunded');
});

test('EASE-21 KEEP-17 the bank has another name for an account, or says nothing, as somebody wants it', async () => {
  const { db } = kopa.deps;
  const plan = async () => (await readSwitches(db)).payee;
  expect(await press('payee', { plan: 'close' })).toContain('nearly the name');
  expect(await plan()).toBe('close');
  expect(await press('payee', { plan: 'none' })).toContain('another name');
  expect(await press('payee', { plan: 'silent' })).toContain('does not say');
  expect(await plan()).toBe('silent');
  expect(await press('payee', { plan: '' })).toContain('has the right name');
  expect(await plan()).toBeUndefined();
});

test('EASE-21 BANK-06 the bank’s statements are wrong by a cent, late or never given, as somebody wants it', async () => {
  const { db } = kopa.deps;
  const plan = async () => (await readSwitches(db)).statement;
  expect(await press('statement', { plan: 'cent' })).toContain('wrong by a cent from now on');
  expect(await plan()).toBe('cent');
  expect(await press('statement', { plan: 'late' })).toContain('come twelve hours after the day');
  expect(await press('statement', { plan: 'silent' })).toContain('are not given');
  expect(await plan()).toBe('silent');
  expect(await press('statement', { plan: '' })).toContain('are as they should be');
  expect(await plan()).toBeUndefined();
  await press('statement', { plan: 'cent' });
  await press('normal', {});
  expect(await plan()).toBeUndefined();
});

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

async function withdraw(who: Member): Promise<string> {
  const { data } = await who.must(createWithdrawal, {
    amount: '0.5',
    cryptoAddress: ETH,
    paymentRouteId: 'eth-ethereum',
    password,
  });
  return data.withdrawal_id;
}

test.each([
  ['auto', 'broadcast'],
  ['confirm', 'completed'],
  ['refuse', 'refunded'],
  ['fail', 'refunded'],
  ['silent', 'requested'],
  ['unclear', 'requested'],
])('EASE-21 a withdrawal that the custodian is to treat as %s is %s', async (plan, status) => {
  const someone = await kopa.person({ balances: { ETH: '2' } });
  const { email: customer, credential } = someone;
  expect(await press('withdrawal', { customer, plan })).toContain('no withdrawal under way');
  await press('review', { customer, decision: 'approve' });
  const id = await withdraw(someone);
  expect(await press('withdrawal', { customer, plan })).toContain(`is now: ${status}.`);
  const { data } = await kopa.api.must(getWithdrawal, { withdrawal_id: id }, { credential });
  expect(data.status).toBe(status);
  // Whatever it was, the custodian can come round.
  if (status !== 'requested') return;
  expect(await press('withdrawal', { customer, plan: 'confirm' })).toContain('completed');
});

const quote = async (who: Member) => who.quotes('BTC', 'USDC', '1');
const rateOf = async (someone: Member): Promise<number> => {
  const reply = await quote(someone);
  if (!reply.ok) throw new Error(reply.refusal.message);
  return Number(reply.value.data.rate);
};

test('EASE-21 a price jumps up and down, stands still and goes back, and quotes with it', async () => {
  const someone = await kopa.person({ balances: { BTC: '1' } });
  const price = (how: string, percent = '') => press('price', { asset: 'BTC', percent, how });
  const usual = await rateOf(someone);
  expect(await price('up', '50')).toMatch(/^BTC rose by 50% to \d+/);
  expect((await rateOf(someone)) / usual).toBeCloseTo(1.5, 1);
  expect(await price('down', '50')).toContain('BTC fell by 50%');
  expect((await rateOf(someone)) / usual).toBeCloseTo(0.75, 1);
  expect(await price('freeze')).toContain('BTC stands still');
  const { market } = kopa.deps.parties;
  const still = await market.price('BTC');
  kopa.clock.advance(600_000);
  expect((await market.price('BTC'))?.usd).toBe(still?.usd);
  await price('up', '100');
  expect(Number((await market.price('BTC'))?.usd)).toBeCloseTo(2 * Number(still?.usd), 2);
  expect(await price('free')).toContain('with the simulated market again');
  expect((await rateOf(someone)) / usual).toBeCloseTo(1, 0);
  expect(await price('down', '100')).toContain('from 1 to 99');
});

const euros = async (): Promise<number> => {
  const { rates } = (await (await fetch(`${kopa.url}${forexPath}?base=USD`)).json()) as {
    rates: Record<string, string>;
  };
  return Number(rates.EUR);
};

test('EASE-21 an exchange rate jumps, and goes back to the reference', async () => {
  const usual = await euros();
  const rate = (how: string) => press('rate', { currency: 'EUR', percent: '25', how });
  expect(await rate('up')).toBe('A dollar in EUR rose by 25%.');
  expect((await euros()) / usual).toBeCloseTo(1.25, 6);
  await rate('free');
  expect(await euros()).toBe(usual);
});

const party = (name: string, state: string) => press('party', { party: name, state });
const DOWN = '<span class="pill pill--bad">down</span>';
const readiness = async (where: InProcess = kopa) =>
  (await (await fetch(`${where.url}/readyz`)).json()) as { status: string; down: string[] };

test('EASE-21 a party that is down is named by readiness, by the log, and on the page, in every process', async () => {
  const other = await withParties(kopa, {});
  const lines: string[] = [];
  const write = (event: string) => void lines.push(event);
  const told = conditions({ info: write, warn: write, error: write });
  const watch = partyWatch(other.deps);
  await watch(told);
  expect(lines).toEqual([]);
  expect(await party('identity', 'down')).toBe('Identity check: down from now on.');
  expect(await readiness(other)).toMatchObject({ status: 'ok', down: ['identity'] });
  await watch(told);
  expect(lines).toEqual(['party down: identity']);
  expect(await (await fetch(`${other.url}/sandbox`)).text()).toContain(DOWN);
  await press('normal', {});
  await watch(told);
  expect(lines[1]).toBe('over: party down: identity');
  expect(await (await fetch(`${other.url}/sandbox`)).text()).not.toContain(DOWN);
  await other.close();
});

test('EASE-21 whoever needs a party that is down is told so, and served when it is back', async () => {
  const someone = await buyer({ balances: { BTC: '1' } });
  const token = () => someone.call(getSumsubToken, {});
  const country = async () =>
    ((await (await fetch(`${kopa.url}/api/geolocation`)).json()) as { country: string }).country;
  const works = async () => ({
    quote: (await quote(someone)).ok,
    rates: (await fetch(`${kopa.url}${forexPath}`)).status,
    country: await country(),
    identity: (await token()).ok,
    card: await begin(someone).then(
      () => true,
      () => false,
    ),
  });
  const well = { quote: true, rates: 200, country: 'AU', identity: true, card: true };
  expect(await works()).toEqual(well);
  await party('payment', 'down');
  expect(await works()).toEqual({ ...well, card: false });
  await party('payment', 'normal');
  for (const name of ['market', 'forex', 'geolocation', 'identity']) await party(name, 'down');
  const ill = { quote: false, rates: 503, country: '', identity: false, card: false };
  expect(await works()).toEqual(ill);
  await press('normal', {});
  expect(await works()).toEqual(well);
});

test('EASE-21 mails wait while mail is down, and leave when it is back', async () => {
  const someone = await kopa.person();
  await party('mail', 'down');
  const mail = { to: someone.email, subject: 'Hello', text: 'there' };
  await inTransaction(kopa.db, (tx) => queueMail(kopa.deps, tx, mail));
  await sendDue(kopa.deps);
  const page = async () => (await fetch(`${kopa.url}/sandbox`)).text();
  expect(await page()).not.toContain('<b>Hello</b>');
  await party('mail', 'normal');
  kopa.clock.advance(60_000);
  expect(await page()).toContain('<b>Hello</b>');
});

test('EASE-21 nothing is pushed while the push services are down, and the log says so', async () => {
  const someone = await kopa.person();
  await someone.must(savePushSubscription, pushBrowser().subscription);
  await party('push', 'down');
  await deposit(someone);
  await pushDue(kopa.deps);
  const line = kopa.log.find((text) => text.includes('push not delivered'));
  expect(line).toContain('"error":"SimulatedOutage"');
});

test('EASE-21 while the custodian is down its deposits are not heard of, and withdrawals not sent', async () => {
  const someone = await kopa.person({ balances: { ETH: '2' } });
  const { email: customer, credential } = someone;
  await press('review', { customer, decision: 'approve' });
  const id = await withdraw(someone);
  await party('custody', 'down');
  expect(await deposit(someone)).toContain('tells of it when it is back');
  await stepDeposits(kopa.deps);
  expect((await kopa.api.must(listReceiving, {}, { credential })).data.incoming).toEqual([]);
  expect(await press('withdrawal', { customer, plan: 'confirm' })).toContain('requested');
  await party('custody', 'normal');
  await Promise.all([stepDeposits(kopa.deps), stepDeposits(kopa.deps)]);
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  await press('withdrawal', { customer, plan: 'confirm' });
  const { data } = await kopa.api.must(getWithdrawal, { withdrawal_id: id }, { credential });
  expect(data.status).toBe('completed');
});

test('EASE-21 what the reviewer decides while the identity provider is down is heard later', async () => {
  const someone = await kopa.person();
  await party('identity', 'down');
  const said = await press('review', { customer: someone.email, decision: 'approve' });
  expect(said).toContain('the provider is down and cannot say so');
  expect(await checkOf(someone)).toEqual(['not_started']);
  await party('identity', 'normal');
  await press('review', { customer: someone.email, decision: 'approve' });
  expect(await checkOf(someone)).toEqual(['approved']);
});

test('EASE-21 KEEP-06 an address or the customer is put on the list of the screening party, and taken off', async () => {
  const who = await kopa.person();
  const { email: customer } = who;
  const from = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
  expect(await press('listed-address', { customer, address: ` ${from} `, how: 'on' })).toBe(
    `${from} is on the list: what comes from there or goes there is held.`,
  );
  const eth = { route: 'ETH@Ethereum', sender: from, amount: '1' };
  expect(await deposit(who, eth)).toContain(
    'held until it is screened, its customer says who sent it, or somebody decides',
  );
  expect(await held(who, 'ETH')).toEqual(['0', '1']);
  expect(await deposit(who, { ...eth, sender: '' })).toContain('credited');
  expect(await held(who, 'ETH')).toEqual(['1', '1']);
  expect(await press('listed-customer', { customer, how: 'on' })).toContain('is on the list');
  expect(await press('listed-customer', { customer, how: 'on' })).toContain('already');
  const page = await (await fetch(`${kopa.url}/sandbox?customer=${customer}`)).text();
  expect(page).toContain(`${from}, ${customer}`);
  expect(await press('listed-customer', { customer, how: 'off' })).toContain('is off the list');
  expect(await press('listed-address', { customer, address: from, how: 'off' })).toContain('off');
  expect(await press('listed-address', { customer, address: from, how: 'off' })).toContain(
    'is not on the list',
  );
  expect(await press('listed-address', { customer, address: ' ', how: 'on' })).toBe(
    'Type an address.',
  );
});

test('EASE-21 every twin can be slow or down, and answers as usual when it is normal', async () => {
  const { db } = kopa.deps;
  const waits: number[] = [];
  const ask = troubledBy(db, async (ms) => waits.push(ms));
  for (const twin of twinNames) {
    const asked = () =>
      ask(
        twin,
        () => 'answer',
        () => 'silence',
      );
    expect(await asked()).toBe('answer');
    await writeSwitch(db, twin, 'slow');
    expect(await asked()).toBe('answer');
    await writeSwitch(db, twin, 'down');
    expect(await asked()).toBe('silence');
    await writeSwitch(db, twin, undefined);
  }
  expect(waits.length).toBe(twinNames.length);
});

test('EASE-21 a form of another site has nothing happen', async () => {
  const someone = await kopa.person();
  const fields = { customer: someone.email, decision: 'approve' };
  for (const headers of [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: kopa.url },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ] as Fields[]) {
    expect((await send('review', fields, headers)).status, JSON.stringify(headers)).toBe(403);
  }
  expect(await checkOf(someone)).toEqual(['not_started']);
  // An older browser names the page's origin only.
  expect((await send('review', fields, { origin: kopa.url })).status).toBe(303);
  expect(await checkOf(someone)).toEqual(['approved']);
});

test('EASE-21 nonsense has nothing happen, and the page says what is missing', async () => {
  const { email: customer } = await kopa.person();
  const from = kopa.log.length;
  for (const [event, fields] of [
    ['deposit', { customer, route: 'BTC@Nowhere', amount: '1' }],
    ['deposit', { customer, route: 'BTC@Bitcoin', amount: '-1', how: 'one' }],
    ['deposit', { customer: '<b>nobody</b>', route: 'BTC@Bitcoin', amount: '1' }],
    ['withdrawal', { customer, plan: 'vanish' }],
    ['review', { customer, decision: '__proto__' }],
    ['payment', { customer, outcome: 'constructor' }],
    ['price', { asset: 'DOGE', how: 'up', percent: '1' }],
    ['price', { asset: 'BTC', how: 'up', percent: '1e3' }],
    ['rate', { currency: 'XXX', how: 'up', percent: '1' }],
    ['party', { party: 'toString', state: 'down' }],
  ] as const) {
    expect(await press(event, fields), event).not.toBe('');
  }
  expect((await send('constructor', {})).status).toBe(404);
  const { db } = kopa.deps;
  const events = await db.selectFrom('users').select('kyc_status').execute();
  expect(events).toEqual([{ kyc_status: 'not_started' }]);
  expect(kopa.log.slice(from).filter((line) => line.includes('"error"'))).toEqual([]);
  const page = await (await fetch(`${kopa.url}/sandbox?customer=%3Cb%3E&event=%27`)).text();
  expect(page).not.toContain('role="status"');
});

test('EASE-21 without a sandbox there is no page and no event, and what was set before counts for nothing', async () => {
  const someone = await kopa.person();
  for (const twin of twinNames) await party(twin, 'down');
  const real = await withParties(kopa, noSandbox);
  try {
    const fields = { customer: someone.email, decision: 'approve', party: 'mail', state: 'slow' };
    for (const event of ['deposit', 'review', 'price', 'party', 'normal']) {
      expect((await send(event, fields, OWN, real)).status, event).toBe(404);
    }
    for (const path of ['/sandbox', '/sandbox/style.css']) {
      expect((await fetch(`${real.url}${path}`)).status, path).toBe(404);
    }
    expect(await readiness(real)).toMatchObject({ down: [] });
    const asked = real.deps.parties.askTwin(
      'push',
      () => 'sent',
      () => 'lost',
    );
    expect(await asked).toBe('sent');
  } finally {
    await real.close();
  }
});

test('EASE-21 once a party that knows real customers is real, nothing can happen to a customer', async () => {
  const someone = await kopa.person();
  const { SMTP_URL, MAIL_FROM } = noSandbox;
  const real = await withParties(kopa, {
    SANDBOX:
      'market,forex,geolocation,identity,payment,custody,bank,merchants,screening,travelRule',
    SMTP_URL,
    MAIL_FROM,
  });
  try {
    const fields = { customer: someone.email, decision: 'approve', route: 'BTC@Bitcoin' };
    for (const event of ['deposit', 'blocks', 'withdrawal', 'review', 'payment', 'card']) {
      expect((await send(event, fields, OWN, real)).status, event).toBe(404);
    }
    const page = await (await fetch(`${real.url}/sandbox`)).text();
    expect(page).toContain('Jump up');
    expect(page).not.toContain('action="/sandbox/events/review"');
    await send('party', { party: 'mail', state: 'down' }, OWN, real);
    expect(await readiness(real)).toMatchObject({ down: [] });
  } finally {
    await real.close();
  }
});

test('EASE-21 cash comes by bank transfers, and is not offered as a deposit of a network', async () => {
  const page = await (await fetch(`${kopa.url}/sandbox`)).text();
  expect(page).toContain('BTC on Bitcoin');
  expect(page).not.toContain('AUD on ');
});
