import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { readBalances } from '#server/ledger/balances.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { type Person, person } from '#tests/support/in-process.ts';
import { dyingAt, killPoints } from '#tests/support/kill-point.ts';
import { brokenInvariants } from '#tests/support/ledger-run.ts';
import { startServer } from '#tests/support/server-process.ts';
import { inParallel, type Swarm, startSwarm } from '#tests/support/swarm.ts';

const SWAPS = process.env.LONG ? 100_000 : 500;
const CUSTOMERS = 10;
/** Swaps that each can pay for: what comes after them must be refused. */
const AFFORDED = 40;
const ROUNDS = process.env.LONG ? 500 : 15;

let swarm: Swarm;
beforeAll(async () => {
  swarm = await startSwarm(3);
});
afterAll(async () => {
  expect(await brokenInvariants(swarm.deps.db)).toEqual([]);
  await swarm.stop();
});

const anyApi = (index: number): ApiClient => {
  const api = swarm.apis[index % swarm.apis.length];
  if (!api) throw new Error('no server');
  return api;
};

async function quote(
  api: ApiClient,
  who: Person,
  amount: string,
  target = 'USDC',
): Promise<string> {
  const { data } = await api.must(
    swapCrypto,
    { sourceCurrencyId: 'BTC', targetCurrencyId: target, sourceCurrencyAmount: amount },
    { credential: who.credential },
  );
  return data.conversion_quote_id;
}

const confirm = (api: ApiClient, who: Person, id: string, key: string) =>
  api.call(
    confirmSwap,
    { conversionQuoteId: id, userId: who.id },
    { credential: who.credential, idempotencyKey: key },
  );

const swapsOf = async (who: Person): Promise<readonly string[]> => {
  const rows = await swarm.deps.db
    .selectFrom('journals')
    .where('user_id', '=', who.id)
    .where('kind', '=', 'swap')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
};

test(`${SWAPS} swaps of the same ten customers over three processes: each acknowledged one happened once, nothing else did`, async () => {
  const balances = { BTC: formatUnits(BigInt(AFFORDED), 3) };
  const people = await Promise.all(
    Array.from({ length: CUSTOMERS }, () => person(swarm.deps, { balances })),
  );
  const acknowledged: string[] = [];
  const refused = new Map<string, number>();
  await inParallel(Array.from({ length: SWAPS }), 48, async (_, i) => {
    const who = people[i % people.length] as Person;
    const swapOnce = async () => {
      const id = await quote(anyApi(i), who, '0.001');
      const key = newKey();
      const first = confirm(anyApi(i + 1), who, id, key);
      // Now and then the same request is on its way twice, to two processes.
      const second = i % 10 === 0 ? confirm(anyApi(i + 2), who, id, key) : first;
      const [reply, again] = await Promise.all([first, second]);
      expect(again).toEqual(reply);
      return reply;
    };
    let reply = await swapOnce();
    // On a busy machine a quote may be over before its turn comes: the customer asks for another.
    while (!reply.ok && reply.refusal.code === 'QUOTE_EXPIRED') reply = await swapOnce();
    if (reply.ok) acknowledged.push(reply.value.data.operation_id);
    else refused.set(reply.refusal.code, (refused.get(reply.refusal.code) ?? 0) + 1);
  });
  const happened = (await Promise.all(people.map(swapsOf))).flat();
  expect(happened.sort()).toEqual(acknowledged.sort());
  expect([...refused.keys()]).toEqual(['INSUFFICIENT_BALANCE']);
  expect(acknowledged).toHaveLength(CUSTOMERS * AFFORDED);
  for (const who of people) {
    const held = await readBalances(swarm.deps.db, who.id);
    expect(held.get('BTC')?.available).toBe(0n);
    expect(held.get('USDC')?.available).toBeGreaterThan(0n);
  }
}, 3_600_000);

test(`one quote confirmed by twenty at once wins exactly once, ${ROUNDS} times of ${ROUNDS}`, async () => {
  const who = await person(swarm.deps, { balances: { BTC: '10' } });
  for (let round = 0; round < ROUNDS; round++) {
    const id = await quote(anyApi(round), who, '0.001');
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => confirm(anyApi(i), who, id, newKey())),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    const losers = replies.flatMap((reply) => (reply.ok ? [] : [reply.refusal.code]));
    expect(new Set(losers)).toEqual(new Set(['QUOTE_USED']));
  }
  expect(await swapsOf(who)).toHaveLength(ROUNDS);
  const spent = parseUnits('0.001', 8) ?? 0n;
  const held = await readBalances(swarm.deps.db, who.id);
  expect(held.get('BTC')?.available).toBe(10n ** 9n - spent * BigInt(ROUNDS));
}, 3_600_000);

test(`BEY-01 one key sent twenty times at once makes one journal and twenty equal answers, ${ROUNDS} times of ${ROUNDS}`, async () => {
  const who = await person(swarm.deps, { balances: { BTC: '10' } });
  for (let round = 0; round < ROUNDS; round++) {
    const id = await quote(anyApi(round), who, '0.001');
    const key = newKey();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => confirm(anyApi(i), who, id, key)),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]).toMatchObject({ ok: true });
  }
  expect(await swapsOf(who)).toHaveLength(ROUNDS);
}, 3_600_000);

/** A sale is a swap into the stable coin of the market: the same endpoint. */
const deaths = [
  ...[...killPoints('operations'), ...killPoints('journals').slice(0, 2)].map(
    ({ at, table }) => ['swap', at, table, 'USDC'] as const,
  ),
  ...killPoints('operations').map(({ at, table }) => ['sale', at, table, 'USDT'] as const),
];

test.each(deaths)(
  'BEY-02 the process dies in a %s, %s the insert into %s: it happened once or not at all, and the customer is told which',
  async (_, at, table, target) => {
    const who = await person(swarm.deps, { balances: { BTC: '1' } });
    const env = { DATABASE_URL: swarm.databaseUrl, SEED: 'none', ...dyingAt({ at, table }) };
    const dying = await startServer({ dies: true, env });
    const id = await quote(anyApi(0), who, '0.1', target);
    const key = newKey();
    await expect(confirm(new ApiClient(dying.url), who, id, key)).rejects.toThrow();
    await dying.stop();
    const happened = at === 'after-commit';
    const { data } = await anyApi(0).must(
      getOperationOutcome,
      { idempotencyKey: key, operation: confirmSwap.path },
      { credential: who.credential },
    );
    const made = await swapsOf(who);
    expect(made).toHaveLength(happened ? 1 : 0);
    expect(data).toMatchObject(
      happened
        ? { outcome: 'done', answer: { data: { operation_id: made[0] } } }
        : { outcome: 'never' },
    );
    // A request that was still on its way gets the original answer, or finds its key closed.
    const late = await confirm(anyApi(1), who, id, key);
    expect(late).toMatchObject(happened ? { ok: true } : { refusal: { code: 'KEY_CONFLICT' } });
    expect(await swapsOf(who)).toEqual(made);
    const held = await readBalances(swarm.deps.db, who.id);
    expect(held.get('BTC')?.available).toBe(happened ? 90_000_000n : 100_000_000n);
  },
);
