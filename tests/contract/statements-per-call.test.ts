import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAddresses } from '#core/contract/account/address-book.ts';
import type { AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { type EndpointName, endpoints } from '#core/contract/endpoints.ts';
import { getBankDetails } from '#core/contract/money/bank.ts';
import { listReceiving } from '#core/contract/money/funds.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { exportRegister } from '#core/contract/staff/desk.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { deskProofs, newKey } from '#tests/support/api-client.ts';
import { coinPrices } from '#tests/support/coin-prices.ts';
import {
  type InProcess,
  later,
  type Person,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { oneOfEach, pricesUntil } from '#tests/support/one-of-each.ts';
import { Provider } from '#tests/support/provider.ts';
import { describeTo } from '#tests/support/recipients.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { withParties } from '#tests/support/with-parties.ts';

/** Each statement is a way to the database and back, which is most of what a call costs. */

const SANDBOX =
  'geolocation,mail,identity,payment,custody,bank,merchants,screening,travelRule' as const;
/** The real adapter asks again after this long. */
const POLL = 16_000;
const BTC_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: InProcess;
let counted: InProcess;
let provider: Provider;
let statements = 0;
let who: Person;

const answerTo = (path: string, at: number): object =>
  path.startsWith('/rates')
    ? { base: 'USD', timestamp: Math.floor(at / 1_000), rates: { EUR: 0.9, AUD: 1.5 } }
    : coinPrices(() => 1, at);

beforeEach(async () => {
  server = await startInProcess();
  const { clock } = server.deps;
  provider = new Provider(({ path }) => JSON.stringify(answerTo(path, clock.now())));
  const address = await provider.start();
  const db = server.deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements++;
      return result;
    },
  });
  counted = await withParties(
    { ...server, deps: { ...server.deps, db } },
    { SANDBOX, MARKET_URL: address, FOREX_URL: `${address}/rates` },
  );
  who = await person(server.deps, { balances: { BTC: '1' } });
  // A first price counts once a second reading has confirmed it.
  for (const reading of [1, 2]) {
    await counted.deps.parties.market.tickers();
    clock.advance(POLL * reading);
  }
});

afterEach(async () => {
  await counted.close();
  await server.close();
  await provider.stop();
});

/** How many statements a call sends besides the begin and the end of its transaction, once caches are full. */
async function costOf(call: () => Promise<unknown>): Promise<number> {
  await call();
  statements = 0;
  await call();
  return statements;
}

const credential = () => ({ credential: who.credential });

const quote = async (): Promise<string> => {
  const asked = { sourceCurrencyId: 'BTC', targetCurrencyId: 'USDC', sourceCurrencyAmount: '0.1' };
  return (await counted.api.must(swapCrypto, asked, credential())).data.conversion_quote_id;
};

const confirm = (conversionQuoteId: string) =>
  counted.api.must(
    confirmSwap,
    { conversionQuoteId, userId: who.id },
    { ...credential(), idempotencyKey: newKey() },
  );

test('a wallet and a history are two statements each: who calls, and what they ask for', async () => {
  expect(await costOf(() => counted.api.must(getWalletList, {}, credential()))).toBe(2);
  await confirm(await quote());
  const history = () => counted.api.must(getTransactionHistory, { limit: 20 }, credential());
  expect((await history()).data).toHaveLength(3);
  expect(await costOf(history)).toBe(2);
});

test('a quote is three statements, and a swap one for who calls and five in its transaction', async () => {
  expect(await costOf(quote)).toBe(3);
  await confirm(await quote());
  const id = await quote();
  statements = 0;
  await confirm(id);
  // The last of them is the customer's day, which only counts once the trade is in it.
  expect(statements).toBe(6);
});

test('a withdrawal is three statements for who calls, its key and its route, and six in its transaction', async () => {
  const to = { cryptoAddress: BTC_ADDRESS, paymentRouteId: 'btc-bitcoin' } as const;
  const sandbox = new Sandbox(server.url);
  await sandbox.kyc(who.email, 'approved');
  await describeTo(counted.api, to, who.credential);
  const withdraw = (shown: { readonly password?: string } = {}) =>
    counted.api.must(
      createWithdrawal,
      { amount: '0.01', ...to, ...shown },
      { ...credential(), idempotencyKey: newKey() },
    );
  // Only the first one to a recipient asks for the password.
  await withdraw({ password });
  await sandbox.withdrawal(who.email, 'confirm');
  expect(await costOf(() => withdraw())).toBe(3 + 6);
});

type Requests = { readonly [K in EndpointName]?: RequestOf<(typeof endpoints)[K]> };

/** What is asked for, where an empty request is none. */
const requestsFor = (has: Awaited<ReturnType<typeof oneOfEach>>): Requests => ({
  checkPasswordChoice: { password },
  getRecovery: { link: has.recoveryLink },
  getCurrencyPrice: { base_currency: 'BTC', quote_currency: 'AUD' },
  getPriceHistory: { currency_id: 'BTC', range: 'month' },
  listPriceAlerts: { currency_id: 'BTC' },
  getGains: { currency_id: 'BTC' },
  getMonthBalances: has.month,
  getEquivalentUsdc: { transaction_id: has.purchase },
  checkWithdrawalAddress: {
    paymentRouteId: 'eth-ethereum',
    cryptoAddress: has.recipient,
    amount: '0.5',
  },
  getWithdrawal: { withdrawal_id: has.withdrawal },
  listNotices: { after: has.month.from },
  getCase: { kind: 'request', id: has.request },
  readCustomer: { id: who.id },
  exportRegister: { register: 'requests' },
});

/** What staff are shown is in the log first: locked, timed, written, and its end moved. */
const RECORDED = 4;

/** Reads that are not two statements, and why. */
const exceptions: { readonly [K in EndpointName]?: number } = {
  // The prices are in memory.
  getCurrencyPrice: 1,
  // What was owned says which prices are needed: the market's stored ones, and the stored rates beside them.
  getPortfolioHistory: 4,
  getMonthBalances: 4,
  // A stranger's: the address is counted for all calls and for this one, and the nonce is used up.
  getRecovery: 4,
  // The same, and nothing is looked up.
  checkPasswordChoice: 3,
  getMerchantList: 2 + RECORDED,
  // The sandbox's gateway reads three times.
  getMerchantTransactions: 5 + RECORDED,
  // The numbers, what is due, what has no date, and the rows of the two kinds that are open.
  listCases: 1 + 1 + 2 + 2 + RECORDED,
  // The customer, their open cases as above, their history, holdings, risk, relationship and who speaks with them.
  readCustomer: 1 + 1 + 4 + 5 + RECORDED,
  // And what was bought without an approved check.
  getKycStatus: 3,
  // What can be given up, and the payouts that may come back after the closing.
  getRemainder: 3,
  // By which country's rule is known first: it decides which journals count.
  getGains: 4,
  // The case, whose tables differ by its kind, what stands around it, and the transactions beside a request.
  getCase: 5 + RECORDED,
  // That it was opened in this session.
  exportRegister: 3 + RECORDED,
  // The position: the limit, what is kept of the books up to a moment and what came since, and the last closing balances.
  readPosition: 6,
};

const noon = (after: number): number => (Math.floor(after / DAY) + 3) * DAY + DAY / 2;

test('a read is two statements, who calls and what they ask for, and each one that is not is named with its number', async () => {
  const { deps } = server;
  const has = await oneOfEach(deps, who.id);
  // At noon, so that no day ends meanwhile: what closed last is then the same for all.
  who = await later(server, who, (noon(deps.clock.now()) - deps.clock.now()) / HOUR);
  await pricesUntil(deps, deps.clock.now());
  for (const reading of [1, 2]) {
    await counted.deps.parties.market.tickers();
    deps.clock.advance(POLL * reading);
  }
  const callers = {
    ...{ anonymous: undefined, session: who.credential, user: who.credential },
    admin: (await person(deps, { role: 'admin' })).credential,
    compliance: (await person(deps, { role: 'compliance' })).credential,
  };
  await server.api.must(
    exportRegister,
    { register: 'requests' },
    { credential: callers.compliance },
  );
  // Opened once, and not again before it is read.
  deskProofs.delete(callers.compliance.refreshToken);
  const requests = requestsFor(has);
  const reads = Object.entries(endpoints).filter(([, { effect }]) => effect === 'read');
  const costs: [string, number][] = [];
  for (const [name, endpoint] of reads) {
    const credential = callers[endpoint.access];
    const request = (requests[name as EndpointName] ?? {}) as never;
    const read = () => counted.api.must(endpoint, request, credential && { credential });
    costs.push([name, await costOf(read)]);
  }
  const expected = reads.map(([name]) => [name, exceptions[name as EndpointName] ?? 2]);
  expect(Object.fromEntries(costs)).toEqual(Object.fromEntries(expected));
}, 60_000);

test('an amount of twenty digits is told exactly by reads of several tables in one statement', async () => {
  await oneOfEach(server.deps, who.id);
  const read = async (endpoint: AnyEndpoint) =>
    JSON.stringify(await counted.api.must(endpoint, {}, credential()));
  expect(await read(listWaiting)).toContain('"amount":"100000000000.00000123"');
  expect(await read(listReceiving)).toContain('"amount":"100000000000.00000123"');
  expect(await read(getBankDetails)).toContain('"owed":"100000000000000001.23"');
  expect(await read(getBankDetails)).toContain('"on_its_way":"100000000000000001.23"');
  expect(await read(listAddresses)).toContain('"on_its_way":"100000000000000001.23"');
});
