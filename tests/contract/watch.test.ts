import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { conditions } from '#server/platform/conditions.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import {
  partyWatch,
  watchBooks,
  watchPrices,
  watchQueues,
} from '#server/services/operation/watch/watch.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { person } from '#tests/support/in-process.ts';
import { type Answer, Provider } from '#tests/support/provider.ts';
import { withParties } from '#tests/support/with-parties.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ booksByHand: true });

/** The lines that a watch writes, and the watch's memory. */
function watching() {
  const lines: [string, unknown][] = [];
  const write = (event: string, fields: unknown) => void lines.push([event, fields]);
  return { lines, told: conditions({ info: write, warn: write, error: write }) };
}

test('OPS-16 a stored balance that somebody changed is found, named, and told when it is right again', async () => {
  const { deps } = kopa;
  const { id } = await person(deps, { balances: { BTC: '1' } });
  const { lines, told } = watching();
  await watchBooks(deps, told);
  expect(lines).toEqual([]);
  const change = (by: number) =>
    sql`update accounts set balance = balance + ${by}::integer where owner = ${id} and kind = 'available'`.execute(
      deps.db,
    );
  await change(1);
  await watchBooks(deps, told);
  await watchBooks(deps, told);
  expect(lines).toEqual([
    ['balances differ from their postings', { count: 1, first: expect.stringContaining(id) }],
  ]);
  await change(-1);
  await watchBooks(deps, told);
  expect(lines[1]?.[0]).toBe('over: balances differ from their postings');
});

test('OPS-16 mails that no key opens are counted, with the oldest one’s age and id', async () => {
  const { deps } = kopa;
  const mail = { to: 'a@kopa.test', subject: 's', text: 't' };
  const ids = await inTransaction(deps.db, async (tx) => [
    await queueMail(deps, tx, mail),
    await queueMail(deps, tx, mail),
  ]);
  await deps.db.updateTable('mail_outbox').set({ attempts: 1 }).execute();
  const { lines, told } = watching();
  await watchQueues(deps, told);
  expect(lines).toEqual([]);
  deps.clock.advance(60_000);
  const config = { ...deps.config, secretsKeys: [new Uint8Array(randomBytes(32))] as const };
  await watchQueues({ ...deps, config }, told);
  const [[event, fields] = []] = lines;
  expect(event).toBe('mails cannot be opened with the configured keys');
  expect(fields).toMatchObject({ count: 2, id: expect.stringMatching(ids.join('|')) });
  expect(Object(fields).oldestSeconds).toBeGreaterThanOrEqual(60);
});

test('OPS-16 prices that no quote may use are told with their assets', async () => {
  const { deps } = kopa;
  const { lines, told } = watching();
  const market = { ...deps.parties.market, price: async () => undefined };
  await watchPrices({ ...deps, parties: { ...deps.parties, market } }, told);
  expect(lines).toEqual([['prices too old to quote', { assets: expect.stringContaining('BTC') }]]);
  await watchPrices(deps, told);
  expect(lines[1]?.[0]).toBe('over: prices too old to quote');
});

test('OPS-16 a party that is down is told though nobody asks it, and when it is back', async () => {
  const provider = new Provider(() => ({ status: 404 }));
  const url = await provider.start();
  const own = await withParties(kopa, {
    SANDBOX: 'market,forex,geolocation,mail,identity,payment,custody,bank,screening,travelRule',
    MERCHANTS_URL: url,
    MERCHANTS_KEY: 'key',
  });
  const { lines, told } = watching();
  const watch = partyWatch(own.deps);
  await watch(told);
  provider.answerWith(() => ({ status: 503 }));
  await watch(told);
  expect(lines, 'one answer is no outage').toEqual([]);
  await watch(told);
  await watch(told);
  expect(lines).toEqual([['party down: merchants', { host: new URL(url).host, code: '503' }]]);
  provider.answerWith(() => ({ status: 404 }));
  await watch(told);
  expect(lines[1]?.[0]).toBe('over: party down: merchants');
  await own.close();
  await provider.stop();
});

const listing = {
  ...{ page: 1, limit: 10, search_key: '', order: '', sourceSearch: '' },
  ...{ statusSearch: '', user_id: '' },
};

test('READ-15 a party that can be reached and answers nothing is down all the same, and its operator is told why', async () => {
  let answer: Answer = '<html>Please wait</html>';
  const provider = new Provider(({ method }) => (method === 'HEAD' ? { status: 404 } : answer));
  const url = await provider.start();
  const own = await withParties(kopa, {
    SANDBOX: 'market,forex,geolocation,mail,identity,payment,custody,bank,screening,travelRule',
    MERCHANTS_URL: url,
    MERCHANTS_KEY: 'key',
  });
  const { lines, told } = watching();
  const watch = partyWatch(own.deps);
  const { merchants } = own.deps.parties;
  const { host } = new URL(url);
  const events = () =>
    lines.splice(0).map(([event, of]) => {
      const { seconds: _, ...fields } = Object(of);
      return [event, fields];
    });
  await watch(told);
  for (let i = 0; i < 3; i++) await merchants.list(listing);
  await watch(told);
  expect(events()).toEqual([['party not understood: merchants', { count: 3 }]]);
  await watch(told);
  expect(events()).toEqual([['party down: merchants', { host, code: 'unreadable' }]]);
  expect(await own.deps.parties.down()).toContain('merchants');
  answer = '{"status":"success","data":{"details":[]}}';
  await watch(told);
  expect(events(), 'nobody has asked it since').toEqual([]);
  await merchants.list(listing);
  await watch(told);
  expect(events()).toEqual([
    ['over: party not understood: merchants', {}],
    ['over: party down: merchants', {}],
  ]);
  answer = { status: 401 };
  await merchants.list(listing);
  await watch(told);
  expect(events()).toEqual([['party does not let us in: merchants', { count: 1 }]]);
  answer = { status: 429, headers: { 'retry-after': '60' } };
  await merchants.list(listing);
  await merchants.list(listing);
  await watch(told);
  expect(events()).toEqual([['party wants fewer questions: merchants', { count: 2 }]]);
  expect(await own.deps.parties.down(), 'it is there').not.toContain('merchants');
  await own.close();
  await provider.stop();
});
