import { expect, test } from 'vitest';
import { readPosition } from '#core/contract/staff/desk.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { conditions } from '#server/platform/conditions.ts';
import { watchPositions } from '#server/services/records/position/position.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { startTelemetry } from '#server/telemetry/start.ts';
import { type InProcess, person } from '#tests/support/in-process.ts';
import { Provider } from '#tests/support/provider.ts';
import { readMetrics } from '#tests/support/read-metrics.ts';
import { withParties } from '#tests/support/with-parties.ts';
import { world } from '#tests/support/world.ts';

/** All parties but the custodian. */
const SANDBOX =
  'market,forex,geolocation,mail,identity,payment,bank,merchants,screening,travelRule';

const kopa = world();

/** The desk's rows by code. */
async function shown(at: InProcess) {
  const officer = await person(at.deps, { role: 'compliance' });
  const { data } = await at.api.must(readPosition, {}, { credential: officer.credential });
  return new Map(data.map((row) => [row.currency_id, row]));
}

/** The customer sells to the house for cash which nobody brought to the bank. */
const sell = (userId: string) =>
  inTransaction(kopa.db, (tx) =>
    postJournal(tx, kopa.clock, {
      ...{ class: 'conversion', kind: 'swap', userId },
      postings: [
        { account: customer(userId, 'available', 'BTC'), units: -50_000_000n },
        { account: house('inventory', 'BTC'), units: 50_000_000n },
        { account: house('inventory', 'AUD'), units: -1_000_000n },
        { account: customer(userId, 'available', 'AUD'), units: 1_000_000n },
      ],
    }),
  );

test('HARD-63 the desk sees what customers are owed, what is held, and the house’s own', async () => {
  const { id } = await kopa.person({ balances: { BTC: '2', AUD: '300.5' } });
  await sell(id);
  const rows = await shown(kopa);
  expect(rows.get('BTC')).toMatchObject({
    ...{ held_at: 'custodian', owed: '1.5', books: '2', told: null, house: '0.5', covered: null },
  });
  expect(rows.get('AUD')).toMatchObject({
    ...{ held_at: 'bank', owed: '10300.5', books: '300.5', house: '-10000', covered: null },
  });
  expect(rows.get('ETH')).toMatchObject({ owed: '0', books: '0', house: '0' });
});

test('HARD-63 the desk reads a position in which more has left the custodian than came to it', async () => {
  const { id } = await kopa.person();
  await inTransaction(kopa.db, async (tx) => {
    await postJournal(tx, kopa.clock, {
      ...{ class: 'trade', kind: 'purchase', userId: id },
      postings: [
        { account: house('card', 'ETH'), units: -3_000n },
        { account: customer(id, 'available', 'ETH'), units: 3_000n },
      ],
    });
    await postJournal(tx, kopa.clock, {
      ...{ class: 'payment', kind: 'withdrawal', userId: id },
      postings: [
        { account: customer(id, 'available', 'ETH'), units: -2_000n },
        { account: house('chain', 'ETH'), units: 2_000n },
      ],
    });
  });
  const row = (await shown(kopa)).get('ETH');
  expect(row?.books).toMatch(/^-0\.0+2$/);
  expect(row?.owed).toMatch(/^0\.0+1$/);
});

test('HARD-63 where less is held than customers are owed, the operator is told until it is there', async () => {
  let held = '1.75';
  const custodian = new Provider(({ path }) =>
    path === '/balances'
      ? JSON.stringify({
          balances: [
            { currency: 'BTC', amount: held },
            { currency: 'BTC', amount: '0.000000001' },
            { currency: 'ELSE', amount: '9' },
          ],
        })
      : { status: 404 },
  );
  const url = await custodian.start();
  const real = await withParties(kopa, {
    ...{ SANDBOX, CUSTODY_URL: url, CUSTODY_TOKEN: 't', CUSTODY_XRP_ADDRESS: 'rShared' },
  });
  try {
    await kopa.person({ balances: { BTC: '2', AUD: '5' } });
    const { deps } = real;
    const told = conditions(deps.log, deps.clock.now);
    const telemetry = await startTelemetry(
      { metrics: { port: 0, host: '127.0.0.1' }, tracesUrl: undefined },
      { deps, told, poolUse: () => undefined, version: '', build: '' },
    );
    const read = () => readMetrics(telemetry.metricsUrl);
    expect((await read()).of('kopa_customers_covered{currency="BTC"}')).toBeUndefined();

    await watchPositions(deps, told);
    const short = await read();
    expect(short.of('kopa_position{currency="BTC",of="owed"}')).toBe(2);
    expect(short.of('kopa_position{currency="BTC",of="told"}')).toBe(1.75);
    expect(short.of('kopa_position{currency="BTC",of="house"}')).toBe(-0.25);
    expect(short.of('kopa_customers_covered{currency="BTC"}')).toBe(0);
    expect(short.of('kopa_customers_covered{currency="ETH"}')).toBe(1);
    // The bank is simulated: it is shown, and not judged.
    expect(short.of('kopa_position{currency="AUD",of="owed"}')).toBe(5);
    expect(short.of('kopa_customers_covered{currency="AUD"}')).toBeUndefined();
    const alarms = () =>
      kopa.log.filter((line) => line.includes('"customers are not covered"')).length;
    expect(alarms()).toBe(1);
    expect((await shown(real)).get('BTC')).toMatchObject({ told: '1.75', covered: false });

    held = '2';
    await watchPositions(deps, told);
    expect((await read()).of('kopa_customers_covered{currency="BTC"}')).toBe(1);
    expect(told.looked.get('customers are not covered')?.wrong).toBe(false);
    await telemetry.stop();
  } finally {
    await real.close();
    await custodian.stop();
  }
});

test('HARD-63 a custodian that does not say what it holds leaves the judgement to the books', async () => {
  const custodian = new Provider(() => ({ status: 404 }));
  const url = await custodian.start();
  const real = await withParties(kopa, {
    ...{ SANDBOX, CUSTODY_URL: url, CUSTODY_TOKEN: 't', CUSTODY_XRP_ADDRESS: 'rShared' },
  });
  try {
    const { id } = await kopa.person({ balances: { BTC: '2' } });
    expect((await shown(real)).get('BTC')).toMatchObject({ told: null, covered: true });
    await inTransaction(kopa.db, (tx) =>
      postJournal(tx, kopa.clock, {
        ...{ class: 'trade', kind: 'purchase', userId: id },
        postings: [
          { account: house('card', 'BTC'), units: -1n },
          { account: customer(id, 'available', 'BTC'), units: 1n },
        ],
      }),
    );
    expect((await shown(real)).get('BTC')).toMatchObject({ house: '-0.00000001', covered: false });
  } finally {
    await real.close();
    await custodian.stop();
  }
});
