import { afterEach, beforeEach, expect, test } from 'vitest';
import { getTransactionHistory } from '#core/contract/history.ts';
import { confirmSwap, swapCrypto } from '#core/contract/swap.ts';
import { getWalletList } from '#core/contract/wallet.ts';
import { newKey } from '#tests/support/api-client.ts';
import { coinPrices } from '#tests/support/coin-prices.ts';
import { type InProcess, type Person, person, startInProcess } from '#tests/support/in-process.ts';
import { Provider } from '#tests/support/provider.ts';
import { withParties } from '#tests/support/with-parties.ts';

/** Each statement is a way to the database and back, which is most of what a call costs. */

const SANDBOX =
  'geolocation,mail,identity,payment,custody,bank,merchants,screening,travelRule' as const;
/** The real adapter asks again after this long. */
const POLL = 16_000;

let server: InProcess;
let counted: InProcess;
let provider: Provider;
let statements = 0;
let who: Person;

const answerTo = (path: string, at: number): object =>
  path.startsWith('/rates')
    ? { base: 'USD', date: new Date().toISOString().slice(0, 10), rates: { EUR: 0.9, AUD: 1.5 } }
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

test('a quote is three statements, and a swap one for who calls and four in its transaction', async () => {
  expect(await costOf(quote)).toBe(3);
  await confirm(await quote());
  const id = await quote();
  statements = 0;
  await confirm(id);
  expect(statements).toBe(5);
});
