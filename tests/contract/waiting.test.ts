import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ booksByHand: true });

/** Screening has nothing against any of them. */
const screened = (who: Member) =>
  sql`insert into screenings (id, subject, reference, user_id, state, asked_at)
    select 'withdrawal:' || id, 'withdrawal', id, user_id, 'clear', now() from withdrawals
    where user_id = ${who.id}`.execute(kopa.db);

/** One withdrawal of each status, one of them still to be cancelled. */
async function withdrawals({ id }: Member): Promise<Date> {
  const now = new Date(kopa.clock.now());
  const later = new Date(now.getTime() + 60_000);
  const route = sql`(select id from payment_routes where currency = 'BTC')`;
  for (const [status, until, sending] of [
    ['requested', later, false],
    ['requested', now, false],
    ['requested', later, true],
    ['broadcast', null, false],
    ['failed', null, false],
    ['completed', null, false],
    ['cancelled', null, false],
    ['refunded', null, false],
  ] as const) {
    await sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units,
      usd_cents, address, tag, status, created_at, cancellable_until, sending) values
      (gen_random_uuid()::text, ${id}, ${route}, 'BTC', 5000000, 1, 100, 'to', '', ${status},
      ${now}, ${until}, ${sending})`.execute(kopa.db);
  }
  return later;
}

test('EASE-15 the list has all of a customer that is held or under way, and nothing that has ended', async () => {
  const { db, clock } = kopa.deps;
  const who = await kopa.person({ balances: { BTC: '1' } });
  expect(await who.waiting()).toEqual([]);
  const cancellableUntil = await withdrawals(who);
  await screened(who);
  const now = new Date(clock.now());
  for (const state of ['pending', 'credited', 'dropped']) {
    await sql`insert into deposits (id, user_id, currency, network, units, confirmations,
      confirmations_needed, state, seen_at, ask_at) values (${`${who.id} ${state}`}, ${who.id}, 'ETH',
      'Ethereum', 1000000, 3, 32, ${state}, ${now}, ${now})`.execute(db);
  }
  for (const status of ['pending', 'unknown', 'refunding', 'success', 'declined']) {
    await sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency,
      usdc, usdc_rate, token, status, created_at) values (${`${who.id} ${status}`}, ${who.id},
      '150.00', 'AUD', 5, 'BTC', '7', '1', ${`${who.id} ${status}`}, ${status}, ${now})`.execute(
      db,
    );
  }
  const until = new Date(clock.now() + 3_600_000);
  await sql`update users set kyc_status = 'submitted', withdrawals_held_until = ${until},
    withdrawals_held_for = 'email' where id = ${who.id}`.execute(db);
  await sql`insert into recoveries values (${who.id}, ${who.id}, 'waiting', '', ${now}, ${until},
    ${now}, ${until})`.execute(db);
  const waiting = await who.waiting();
  expect(waiting.map(({ kind }) => kind).sort()).toEqual(
    [
      ...['deposit', 'hold', 'identity', 'purchase', 'purchase', 'recovery', 'refund'],
      ...['withdrawal-confirming', 'withdrawal-held', 'withdrawal-returning'],
      ...['withdrawal-sending', 'withdrawal-sending'],
    ].sort(),
  );
  expect(waiting.find(({ kind }) => kind === 'withdrawal-held')).toMatchObject({
    amount: '0.05',
    currency: 'BTC',
    network: 'Bitcoin',
    until: cancellableUntil.toISOString(),
  });
  expect(waiting.find(({ kind }) => kind === 'deposit')).toMatchObject({
    amount: '0.01',
    confirmations: 3,
    needed: 32,
  });
  expect(waiting.find(({ kind }) => kind === 'hold')).toEqual({
    kind: 'hold',
    until: until.toISOString(),
    reason: 'email',
  });
  // One whose hold is over is being sent since then, not since it was asked for.
  clock.advance(120_000);
  const released = cancellableUntil.toISOString();
  const sending = (await who.waiting()).filter(({ kind }) => kind === 'withdrawal-sending');
  expect(sending.map((one) => 'since' in one && one.since)).toContain(released);
  // Nobody else's.
  expect(await (await kopa.person()).waiting()).toEqual([]);
});

test('EASE-15 KEEP-06 what could go on and has to wait longer is told as that, and not why', async () => {
  const { db, clock } = kopa.deps;
  const who = await kopa.person();
  await withdrawals(who);
  const now = new Date(clock.now());
  await sql`insert into deposits (id, user_id, currency, network, units, confirmations,
    confirmations_needed, state, seen_at, ask_at) values ('confirmed', ${who.id}, 'ETH', 'Ethereum',
    1000000, 32, 32, 'pending', ${now}, ${now})`.execute(db);
  const delayed = (await who.waiting()).filter(({ kind }) => kind.endsWith('delayed'));
  expect(delayed).toEqual([
    {
      ...{ kind: 'withdrawal-delayed', since: expect.any(String), network: 'Bitcoin' },
      ...{ reference: expect.any(String), amount: '0.05', currency: 'BTC' },
    },
    {
      ...{ kind: 'deposit-delayed', since: now.toISOString(), network: 'Ethereum' },
      ...{ reference: 'confirmed', amount: '0.01', currency: 'ETH' },
    },
  ]);
});
