import { afterEach, expect, test, vi } from 'vitest';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { openBankAccount } from '#core/contract/money/bank.ts';
import { generateAddress } from '#core/contract/money/funds.ts';
import { createPayout, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { transferComparisonLoop } from '#server/services/money-out/withdrawals/comparison.ts';
import {
  payoutLoop,
  withdrawalLoop,
  withdrawalPartyLoop,
} from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { Airwallex } from '#tests/support/airwallex.ts';
import { newKey } from '#tests/support/api-client.ts';
import { closeSound } from '#tests/support/close-sound.ts';
import { Custodian } from '#tests/support/custodian.ts';
import {
  type InProcess,
  type Person,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { inTurns, type Manners, type Rudeness, rudely, rudenesses } from '#tests/support/rude.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let server: InProcess;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0).toReversed()) await end();
});

const replaced = (words: readonly (readonly [string, string])[]): Manners['pending'] => {
  return (answer) =>
    JSON.parse(
      words.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(answer)),
    );
};
const manners = {
  custody: {
    ...{ words: ['status'], optional: ['senders', 'output_index'], absence: '{}' },
    pending: replaced([['"confirmed"', '"pending"']]),
  },
  bank: {
    ...{ words: ['status'], optional: ['reference', 'institution'], absence: '{}' },
    pending: replaced([
      ['"SETTLED"', '"PENDING"'],
      ['"PAID"', '"PROCESSING"'],
    ]),
  },
} as const satisfies Readonly<Record<string, Manners>>;

/**
 * Rude as any, but for two: a clear no ends an order, which is what it is for and has tests of its own, and their lists
 * have no pages.
 */
const BUT: readonly Rudeness[] = ['a bad request', 'many pages'];

/** What a server's loops do with money, once each. */
async function round({ deps }: InProcess): Promise<void> {
  const stopping = new AbortController().signal;
  await transferComparisonLoop.round(deps, stopping);
  await stepDeposits(deps);
  await stepBank(deps);
  await sendDue(deps);
  for (const loop of [withdrawalLoop, payoutLoop, withdrawalPartyLoop])
    await loop.round(deps, stopping);
}

/** What a customer has of a currency and can use, in minor units. */
async function available({ id }: Person, currency: string): Promise<bigint> {
  const { balance } = await server.deps.db
    .selectFrom('accounts')
    .select('balance')
    .where('owner', '=', id)
    .where('kind', '=', 'available')
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return BigInt(balance);
}

const statuses = async ({ id }: Person): Promise<readonly string[]> => {
  const rows = await server.deps.db
    .selectFrom('withdrawals')
    .select('status')
    .where('user_id', '=', id)
    .execute();
  return rows.map(({ status }) => status);
};

/** A customer who receives coins and cash, and sends both. */
async function moves(bank: Airwallex, chain: Custodian): Promise<Person> {
  const who = await person(server.deps, { balances: { BTC: '1', AUD: '1000' } });
  await new Sandbox(server.url).kyc(who.email, 'approved');
  await server.api.must(openBankAccount, {}, who);
  const request = { currencyId: 'BTC', paymentRouteId: 'btc-bitcoin' } as const;
  const { data: at } = await server.api.must(generateAddress, request, who);
  const account = {
    ...{ kind: 'fiat' as const, label: 'Mine', holder: 'Test Person', currency_id: 'AUD' },
    ...{ bsb: '062-000', account_number: '12345678' },
  };
  const { data: saved } = await server.api.must(saveAddress, account, who);
  const asked = () => ({ credential: who.credential, idempotencyKey: newKey() });
  await server.api.must(
    createPayout,
    { amount: '500', address_id: saved.address_id, fee: '0.5', password },
    asked(),
  );
  await server.api.must(
    createWithdrawal,
    {
      ...{ amount: '0.3', paymentRouteId: 'btc-bitcoin', password },
      cryptoAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    },
    asked(),
  );
  bank.arrive(`${who.id}-AUD`, 250);
  chain.tell({
    ...{ id: 'd1', network: 'Bitcoin', address: at.address, tag: null, currency: 'BTC' },
    ...{ amount: '0.25', txid: '7'.repeat(64), output_index: 0, confirmations: 6 },
    ...{ status: 'confirmed', senders: [] },
  });
  return who;
}

test.each([1, 2, 3, 4])(
  'READ-15 by seed %i a rude custodian and a rude bank lose no money, send none twice, and are done in the end',
  async (seed) => {
    const [chain, bank] = [new Custodian(), new Airwallex()];
    await chain.start();
    await bank.start(() => server.deps.clock.now());
    ends.push(
      () => chain.stop(),
      () => bank.stop(),
    );
    server = await startInProcess({
      env: chain.env({
        SANDBOX: 'market,forex,geolocation,mail,identity,payment,merchants,screening,travelRule',
        ...bank.env(),
      }),
    });
    ends.push(() => closeSound(server));
    await round(server);
    const who = await moves(bank, chain);
    const before = { BTC: await available(who, 'BTC'), AUD: await available(who, 'AUD') };
    const real = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => real(400));
    const turns = inTurns(
      seed,
      60,
      rudenesses.filter((one) => !BUT.includes(one)),
    );
    for (const [party, { provider }] of [
      ['custody', chain],
      ['bank', bank],
    ] as const) {
      provider.through((seen, answer) => {
        const rudeness = turns.next();
        return rudeness === 'polite' ? answer() : rudely(rudeness, manners[party], seen, answer);
      });
    }
    let isDone = false;
    for (let rounds = 0; rounds < 200 && !isDone; rounds++) {
      await round(server);
      server.deps.clock.advance(180_000);
      isDone =
        turns.isOver() &&
        (await statuses(who)).every((status) => status === 'completed') &&
        (await available(who, 'BTC')) > before.BTC &&
        (await available(who, 'AUD')) > before.AUD;
    }
    expect(await statuses(who)).toEqual(['completed', 'completed']);
    expect((await available(who, 'BTC')) - before.BTC, 'a quarter of a coin came once').toBe(
      25_000_000n,
    );
    expect((await available(who, 'AUD')) - before.AUD, '250 dollars came once').toBe(25_000n);
    expect(chain.sent).toHaveLength(1);
    expect(bank.transfers).toHaveLength(1);
    expect(bank.out()).toBe(500);
  },
);
