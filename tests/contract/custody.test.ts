import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '#core/contract/account/account.ts';
import { generateAddress, listReceiving } from '#core/contract/money/funds.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { violations } from '#server/ledger/invariants.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { countAside } from '#server/services/money-in/deposits/deposits-aside.ts';
import { addBlocks } from '#server/services/money-in/deposits/sandbox-deposit.ts';
import { closeSound } from '#tests/support/close-sound.ts';
import { Custodian, type Told } from '#tests/support/custodian.ts';
import {
  type InProcess,
  type Person,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { withParties } from '#tests/support/with-parties.ts';

let custodian: Custodian;
let server: InProcess;
beforeAll(async () => {
  custodian = new Custodian();
  await custodian.start();
  server = await startInProcess({ env: custodian.env() });
  await stepDeposits(server.deps);
});
afterAll(async () => {
  await closeSound(server);
  await custodian.stop();
});
beforeEach(async () => {
  await server.deps.db.deleteFrom('deposits_aside').execute();
});

const routes = {
  'btc-bitcoin': 'BTC',
  'eth-ethereum': 'ETH',
  'usdt-ethereum': 'USDT',
  'avax-avalanche-c-chain': 'AVAX',
  'xrp-xrp-ledger': 'XRP',
} as const;

const addressOf = async ({ credential }: Person, route: keyof typeof routes = 'btc-bitcoin') => {
  const request = { currencyId: routes[route], paymentRouteId: route };
  return (await server.api.must(generateAddress, request, { credential })).data;
};
const incoming = async ({ credential }: Person) =>
  (await server.api.must(listReceiving, {}, { credential })).data.incoming;
const held = async ({ credential }: Person, code: string) => {
  const { data } = await server.api.must(getWalletList, {}, { credential });
  const entry = data.find((one) => one.currency.currency_id === code);
  return [entry?.free_balance, entry?.pending_balance];
};
const aside = async () =>
  Object.fromEntries(
    (await countAside(server.deps.db)).map(({ reason, count }) => [reason, Number(count)]),
  );

let names = 0;
const deposit = (address: string, more: Partial<Told> = {}): Told => {
  names += 1;
  return {
    id: `d${names}`,
    network: 'Bitcoin',
    address,
    tag: null,
    currency: 'BTC',
    amount: '0.25',
    txid: names.toString(16).padStart(64, '0'),
    output_index: 0,
    confirmations: 2,
    status: 'confirmed',
    ...more,
  };
};

/** The custodian lists these deposits and sends a notice, then a worker takes its step. */
async function tell(...told: readonly Told[]): Promise<void> {
  custodian.tell(...told);
  expect(await custodian.notify(server.url)).toBe(204);
  await stepDeposits(server.deps);
}

test('RCV-02 BEY-18 a custodian’s deposit is pending while its confirmations come in, then credited once', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  const first = deposit(address, { confirmations: 0, status: 'pending' });
  await tell(first);
  expect(await held(someone, 'BTC')).toEqual(['0', '0.25']);
  expect(await incoming(someone)).toMatchObject([
    { amount: '0.25', confirmations: 0, confirmations_needed: 2, state: 'pending' },
  ]);
  await tell({ ...first, confirmations: 1 });
  expect(await incoming(someone)).toMatchObject([{ confirmations: 1 }]);
  // It has all its confirmations, but the custodian has not confirmed it yet: it may still be
  // checking where the money comes from.
  await tell({ ...first, confirmations: 5 });
  expect(await incoming(someone)).toMatchObject([{ confirmations: 2, state: 'pending' }]);
  const last = { ...first, confirmations: 6, status: 'confirmed' };
  await tell(last, last);
  await tell(last);
  expect(await incoming(someone)).toMatchObject([{ state: 'credited' }]);
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  const { credential } = someone;
  const { data } = await server.api.must(getTransactionHistory, {}, { credential });
  expect(data).toMatchObject([
    { type: 'credit', amount: '0.25', network: 'Bitcoin', sender: 'custodian' },
  ]);
  expect(await aside()).toEqual({});
});

test('BEY-18 the custodian’s word alone is not enough: the deposit waits for the network’s confirmations', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  const early = deposit(address, { confirmations: 1 });
  await tell(early);
  expect(await held(someone, 'BTC')).toEqual(['0', '0.25']);
  // The sandbox adds no blocks to a custodian's deposit.
  server.deps.clock.advance(60_000);
  await addBlocks(server.deps);
  expect(await incoming(someone)).toMatchObject([{ confirmations: 1, state: 'pending' }]);
  await tell({ ...early, confirmations: 2 });
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
});

test('BEY-18 a notice needs its signature, credits nothing by itself, and may be repeated', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  const made = deposit(address);
  const asked = custodian.listed();
  for (const signature of ['', 'ff', 'f'.repeat(64)]) {
    expect(await custodian.notify(server.url, JSON.stringify(made), signature)).toBe(401);
  }
  await stepDeposits(server.deps);
  expect(custodian.listed()).toBe(asked);
  // It is signed, but the custodian's list does not have the deposit: nothing is credited.
  expect(await custodian.notify(server.url, JSON.stringify(made))).toBe(204);
  await stepDeposits(server.deps);
  expect(await held(someone, 'BTC')).toEqual(['0', '0']);
  const before = custodian.listed();
  for (let i = 0; i < 20; i++) await custodian.notify(server.url);
  await stepDeposits(server.deps);
  await stepDeposits(server.deps);
  expect(custodian.listed()).toBe(before + 1);
  expect(await custodian.notify(server.url, 'x'.repeat(65 * 1024))).toBe(413);
  const without = await withParties(server, custodian.env({ CUSTODY_WEBHOOK_SECRET: '' }));
  expect(await custodian.notify(without.url)).toBe(401);
  await without.close();
  const sandbox = await withParties(server, {});
  expect(await custodian.notify(sandbox.url)).toBe(404);
  await sandbox.close();
});

test('BEY-18 without notices the custodian is polled at the configured interval, and an outage loses nothing', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  server.deps.clock.advance(30_000);
  await stepDeposits(server.deps);
  const asked = custodian.listed();
  custodian.tell(deposit(address));
  server.deps.clock.advance(29_000);
  await stepDeposits(server.deps);
  expect(custodian.listed()).toBe(asked);
  custodian.down = true;
  server.deps.clock.advance(1_000);
  await stepDeposits(server.deps);
  expect(custodian.listed()).toBe(asked + 1);
  expect(await held(someone, 'BTC')).toEqual(['0', '0']);
  custodian.down = false;
  server.deps.clock.advance(30_000);
  await stepDeposits(server.deps);
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
});

test('BEY-18 only one process reads the list at a time, and a notice that comes meanwhile is not lost', async () => {
  const { clock, db } = server.deps;
  await db
    .updateTable('custody_feeds')
    .set({ leased_until: clock.sqlIn(60) })
    .execute();
  const asked = custodian.listed();
  expect(await custodian.notify(server.url)).toBe(204);
  await stepDeposits(server.deps);
  expect(custodian.listed()).toBe(asked);
  await db.updateTable('custody_feeds').set({ leased_until: clock.sql }).execute();
  await stepDeposits(server.deps);
  expect(custodian.listed()).toBe(asked + 1);
});

test('BEY-18 with two workers at once and more deposits than one answer holds, each is credited once', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  const other = await withParties(server, custodian.env());
  custodian.page = 3;
  const all = Array.from({ length: 10 }, () => deposit(address, { amount: '0.1' }));
  custodian.tell(...all, ...all);
  await custodian.notify(server.url);
  await Promise.all([server, other, server, other].map(({ deps }) => stepDeposits(deps)));
  await stepDeposits(other.deps);
  custodian.page = 100;
  expect(await held(someone, 'BTC')).toEqual(['1', '0']);
  expect(await aside()).toEqual({});
  // The same holds if the list is read from its beginning again, as after restoring a backup.
  await server.deps.db.updateTable('custody_feeds').set({ cursor: '' }).execute();
  await tell();
  expect(await held(someone, 'BTC')).toEqual(['1', '0']);
  await other.close();
});

test('BEY-18 a server that is stopping leaves the rest of a long list for others to read at once', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  custodian.page = 1;
  custodian.tell(...Array.from({ length: 3 }, () => deposit(address, { amount: '0.1' })));
  await custodian.notify(server.url);
  const stopping = new AbortController();
  const { incoming } = server.deps.parties;
  if (!incoming) throw new Error('no custodian is configured');
  const list: typeof incoming.list = (cursor) => {
    stopping.abort();
    return incoming.list(cursor);
  };
  const parties = { ...server.deps.parties, incoming: { ...incoming, list } };
  const asked = custodian.listed();
  await stepDeposits({ ...server.deps, parties }, stopping.signal);
  expect(custodian.listed()).toBe(asked + 1);
  // It is in the books; who screens it is asked by a server that goes on.
  expect(await held(someone, 'BTC')).toEqual(['0', '0.1']);
  await stepDeposits(server.deps);
  custodian.page = 100;
  expect(await held(someone, 'BTC')).toEqual(['0.3', '0']);
});

test('BEY-18 the same output under another deposit id is not credited again but kept aside', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  const made = deposit(address);
  const { txid } = made;
  await tell(made, deposit(address, { txid: String(txid).toUpperCase() }));
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  expect(await aside()).toEqual({ 'same-output': 1 });
  await tell(deposit(address, { txid, output_index: 1 }));
  expect(await held(someone, 'BTC')).toEqual(['0.5', '0']);
});

test('BEY-18 where outputs have no numbers, one transaction that pays many customers or in many assets is credited to each', async () => {
  const [one, two] = [await person(server.deps), await person(server.deps)];
  const { address } = await addressOf(one, 'eth-ethereum');
  const { address: another } = await addressOf(two, 'eth-ethereum');
  const { txid } = deposit(address);
  const batch = { network: 'Ethereum', currency: 'ETH', txid, confirmations: 32 };
  const nameless = { ...batch, output_index: undefined };
  await tell(deposit(address, nameless), deposit(another, nameless));
  await tell(deposit(address, { ...nameless, currency: 'USDC', amount: '50' }));
  expect(await held(one, 'ETH')).toEqual(['0.25', '0']);
  expect(await held(two, 'ETH')).toEqual(['0.25', '0']);
  expect(await held(one, 'USDC')).toEqual(['50', '0']);
  expect(await aside()).toEqual({});
  // The same payment under another id is still the same payment, and a numbered output belongs to
  // one customer only.
  await tell(deposit(another.toLowerCase(), batch));
  const { address: btc } = await addressOf(one);
  const { address: other } = await addressOf(two);
  await tell(deposit(btc, { txid }), deposit(other, { txid }));
  expect(await held(two, 'ETH')).toEqual(['0.25', '0']);
  expect(await held(two, 'BTC')).toEqual(['0', '0']);
  expect(await aside()).toEqual({ 'same-output': 2 });
});

test('BEY-05 RCV-02 on a shared address the tag decides whose deposit it is; without a known tag it is nobody’s', async () => {
  const one = await person(server.deps);
  const two = await person(server.deps);
  const mine = await addressOf(one, 'xrp-xrp-ledger');
  const theirs = await addressOf(two, 'xrp-xrp-ledger');
  expect(mine.address).toBe(theirs.address);
  const xrp = { network: 'XRP Ledger', currency: 'XRP', amount: '7', confirmations: 1 };
  const to = (tag: unknown) => deposit(mine.address, { ...xrp, tag });
  await tell(to(mine.tag), to(Number(theirs.tag)), to(`00${theirs.tag}`));
  expect(await held(one, 'XRP')).toEqual(['7', '0']);
  expect(await held(two, 'XRP')).toEqual(['14', '0']);
  await tell(to(null), to(''), to('999999'), to('1e4'));
  expect(await aside()).toEqual({ 'missing-tag': 2, 'unknown-tag': 2 });
  expect(await held(one, 'XRP')).toEqual(['7', '0']);
  // On a network without tags, a tag changes nothing.
  const { address } = await addressOf(one);
  await tell(deposit(address, { tag: '12' }));
  expect(await held(one, 'BTC')).toEqual(['0.25', '0']);
});

test('RCV-02 only addresses of the custodian that were handed out count, and only on their own network', async () => {
  const someone = await person(server.deps);
  const sandbox = await withParties(server, {});
  const request = { currencyId: 'BTC', paymentRouteId: 'btc-bitcoin' } as const;
  const { credential } = someone;
  const fake = await sandbox.api.must(generateAddress, request, { credential });
  await sandbox.close();
  const eth = await addressOf(someone, 'eth-ethereum');
  const evm = { currency: 'AVAX', network: 'Avalanche C-Chain', amount: '2', confirmations: 12 };
  await tell(
    deposit(fake.data.address),
    deposit('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'.replace('cr8', 'cr9')),
    deposit(eth.address, evm),
  );
  expect(await aside()).toEqual({ 'unknown-address': 3 });
  // No other customer is given the same address on the other network.
  const other = await person(server.deps);
  expect((await addressOf(other, 'avax-avalanche-c-chain')).address).not.toBe(eth.address);
  // Another asset of the same network that arrives at a customer's address is theirs, whatever case
  // the address is written in.
  const usdt = { currency: 'USDT', network: 'Ethereum', amount: '20.5', confirmations: 40 };
  await tell(deposit(eth.address.toLowerCase(), usdt));
  expect(await held(someone, 'USDT')).toEqual(['20.5', '0']);
  await tell(deposit(eth.address, { ...usdt, currency: 'DOGE' }));
  await tell(deposit(eth.address, { ...usdt, currency: 'BTC' }));
  expect(await aside()).toEqual({ 'unknown-address': 3, 'unknown-asset': 2 });
});

test('BEY-07 an amount is never rounded up; one that its network cannot carry is kept aside', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone, 'eth-ethereum');
  const eth = { network: 'Ethereum', currency: 'ETH', confirmations: 32 };
  const wei = deposit(address, { ...eth, amount: '1.999999999999999999' });
  await tell(wei, wei);
  expect(await held(someone, 'ETH')).toEqual(['1.99999999', '0']);
  const kept = await server.deps.db
    .selectFrom('deposits')
    .select('amount')
    .where('external_id', '=', wei.id)
    .execute();
  expect(kept).toEqual([{ amount: '1.999999999999999999' }]);
  await tell(
    deposit(address, { ...eth, amount: '1.0000000000000000001' }),
    deposit((await addressOf(someone)).address, { amount: '0.123456789' }),
    deposit(address, { ...eth, amount: `${'9'.repeat(20)}` }),
  );
  expect(await aside()).toEqual({ 'impossible-amount': 3 });
  expect(await held(someone, 'ETH')).toEqual(['1.99999999', '0']);
  expect(await held(someone, 'BTC')).toEqual(['0', '0']);
});

test('RCV-03 a deposit below the minimum is kept aside, and one of exactly the minimum is credited', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  await tell(deposit(address, { amount: '0.00009999' }), deposit(address, { amount: '0' }));
  expect(await incoming(someone)).toEqual([]);
  expect(await aside()).toEqual({ 'below-minimum': 2 });
  await tell(deposit(address, { amount: '0.0001' }));
  expect(await held(someone, 'BTC')).toEqual(['0.0001', '0']);
});

test('BEY-18 an unreadable entry is kept aside without stopping the others, and is logged without its content', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  const good = deposit(address);
  const odd = [
    { amount: 0.25 },
    { amount: '-1' },
    { amount: '1e3' },
    { network: 'Dogecoin' },
    { txid: 'a b' },
    { address: 'x\u0000y' },
    { confirmations: -1 },
    { confirmations: '2' },
    { tag: {} },
  ].map((more) => deposit(address, more));
  const from = server.log.length;
  await tell(...odd, { id: '' }, good);
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  expect(await aside()).toEqual({ unreadable: odd.length });
  const logged = server.log.slice(from).join('');
  expect(logged).toContain('deposit kept aside');
  expect(logged).toContain('deposit without a name refused');
  for (const secret of [address, someone.id, someone.email, String(good.txid)]) {
    expect(logged).not.toContain(secret);
  }
  // A time of day may have these digits, among others.
  expect(logged).not.toMatch(/(?<!\d)0\.25(?!\d)/);
  // An entry that is listed again, this time readable, is a deposit like any other.
  const [mended] = odd;
  await tell({ ...mended, id: mended?.id ?? '', amount: '0.25' });
  expect(await held(someone, 'BTC')).toEqual(['0.5', '0']);
  expect(await aside()).toEqual({ unreadable: odd.length - 1 });
});

test('BEY-18 a deposit that its network dropped leaves the books, and may come again in another block', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  const made = deposit(address, { confirmations: 1, status: 'pending' });
  await tell(made, { ...made, confirmations: 0 });
  expect(await incoming(someone)).toMatchObject([{ confirmations: 0 }]);
  await tell({ ...made, status: 'dropped' }, { ...made, status: 'dropped' });
  expect(await incoming(someone)).toEqual([]);
  expect(await held(someone, 'BTC')).toEqual(['0', '0']);
  await tell(made);
  expect(await held(someone, 'BTC')).toEqual(['0', '0.25']);
  await tell({ ...made, confirmations: 2, status: 'confirmed' });
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  // A deposit that fails without ever having been pending leaves no trace.
  await tell(deposit(address, { status: 'failed' }));
  expect(await aside()).toEqual({});
  expect(await violations(server.deps.db)).toEqual([]);
});

test('BEY-18 a pending deposit that the list no longer mentions is asked about by its id', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  const made = deposit(address, { confirmations: 0, status: 'pending' });
  await tell(made);
  const { db } = server.deps;
  custodian.tell({ ...made, confirmations: 2, status: 'confirmed' });
  // As if the list had mentioned it while nobody was reading.
  await db
    .updateTable('custody_feeds')
    .set((row) => ({ cursor: row.val('999') }))
    .execute();
  server.deps.clock.advance(60_000);
  await stepDeposits(server.deps);
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  await db.updateTable('custody_feeds').set({ cursor: '' }).execute();
  await tell();
});

test('BEY-18 a credited deposit is never taken back: later changes to it are kept aside and logged', async () => {
  const someone = await person(server.deps);
  const { address } = await addressOf(someone);
  const made = deposit(address);
  await tell(made);
  const from = server.log.length;
  await tell({ ...made, status: 'dropped' });
  await tell({ ...made, amount: '2.5' }, { ...made, amount: '2.5' });
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  expect(await aside()).toEqual({ 'changed-after-credit': 1, 'dropped-after-credit': 1 });
  const errors = server.log.slice(from).filter((line) => line.includes('"level":"error"'));
  expect(errors).toHaveLength(2);
  // Until it is credited, the custodian's latest word counts.
  const early = deposit(address, { confirmations: 0, status: 'pending' });
  await tell(early);
  await tell({ ...early, amount: '0.3', confirmations: 2, status: 'confirmed' });
  expect(await held(someone, 'BTC')).toEqual(['0.55', '0']);
});

test('SEC-05 a deleted customer’s deposit is kept aside; a pending deposit prevents deletion of the account', async () => {
  const someone = await person(server.deps);
  const { credential } = someone;
  const { address } = await addressOf(someone);
  const made = deposit(address, { confirmations: 0, status: 'pending' });
  await tell(made);
  const remove = () => server.api.call(deleteAccount, { password }, { credential });
  expect(await remove()).toMatchObject({ ok: false, refusal: { code: 'BALANCE_NOT_EMPTY' } });
  await tell({ ...made, status: 'dropped' });
  expect(await remove()).toMatchObject({ ok: true });
  await tell(deposit(address));
  expect(await aside()).toEqual({ 'deleted-customer': 1 });
});

test('D10 a frozen customer’s deposit is credited; an asset that their market does not offer is kept aside', async () => {
  const someone = await person(server.deps);
  const { db } = server.deps;
  const { address } = await addressOf(someone);
  const usdt = await addressOf(someone, 'usdt-ethereum');
  await db
    .updateTable('users')
    .set({ withdrawals_frozen: true, currency_code: 'EUR' })
    .where('id', '=', someone.id)
    .execute();
  const more = { network: 'Ethereum', currency: 'USDT', amount: '50', confirmations: 32 };
  const kept = deposit(usdt.address, more);
  await tell(deposit(address), kept);
  expect(await held(someone, 'BTC')).toEqual(['0.25', '0']);
  expect(await aside()).toEqual({ 'not-offered': 1 });
  // It stays aside even once it could be credited: a person may have dealt with it already.
  await db
    .updateTable('users')
    .set({ currency_code: 'AUD' })
    .where('id', '=', someone.id)
    .execute();
  await tell({ ...kept, confirmations: 33 });
  expect(await held(someone, 'USDT')).toEqual(['0', '0']);
  expect(await aside()).toEqual({ 'not-offered': 1 });
});

test('RCV-02 no new address is handed out while the custodian does not report deposits', async () => {
  const someone = await person(server.deps);
  const known = await addressOf(someone);
  const { credential } = someone;
  const deaf = await withParties(server, custodian.env({ CUSTODY_TOKEN: 'wrong' }));
  await deaf.deps.db.deleteFrom('custody_feeds').execute();
  await stepDeposits(deaf.deps);
  const ask = (currencyId: string, paymentRouteId: string) =>
    deaf.api.call(generateAddress, { currencyId, paymentRouteId }, { credential });
  expect(await ask('ETH', 'eth-ethereum')).toMatchObject({
    ok: false,
    refusal: { code: 'UNAVAILABLE' },
  });
  expect(await ask('BTC', 'btc-bitcoin')).toMatchObject({ ok: true, value: { data: known } });
  await deaf.close();
  server.deps.clock.advance(60_000);
  await stepDeposits(server.deps);
  expect((await addressOf(someone, 'eth-ethereum')).address).toMatch(/^0x/);
});
