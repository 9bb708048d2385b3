import { beforeEach, expect, test } from 'vitest';
import { listNotices } from '#core/contract/account/notifications.ts';
import { getContact, slowWaysOut } from '#core/contract/account/security.ts';
import { endConversation, getCase, startConversation } from '#core/contract/staff/desk.ts';
import { sendDue, settleOutbox } from '#server/services/messages/notices/outbox.ts';
import { holdWithdrawals } from '#server/services/money-out/withdrawals/security-hold.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { eventually } from '#tests/support/eventually.ts';
import { password } from '#tests/support/in-process.ts';
import { followLive } from '#tests/support/live-stream.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

let officer: Member;
const kopa = sharedWorld();
beforeEach(async () => {
  officer = await kopa.officer();
});

const HOUR_MS = 3_600_000;
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const as = ({ credential }: Member) => ({ credential });

const read = async (who: Member) => (await who.must(getContact, {})).data;

const start = (
  { id }: Pick<Member, 'id'>,
  { by = officer, reason = 'Asks about a transfer.' } = {},
) => by.call(startConversation, { id, channel: 'phone', reason });

const speaking = async ({ id }: Member) =>
  (await officer.must(getCase, { kind: 'ending', id })).data.speaking ?? [];

const acts = (who: Member) =>
  kopa.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', who.id)
    .orderBy('seq')
    .execute();

test('KEEP-17 an officer says that they speak with a customer, who hears of it by the stream, and how', async () => {
  const who = await kopa.person();
  const other = await kopa.person();
  kopa.clock.advance(61_000);
  const stream = await followLive(kopa.url, who.credential);
  await eventually(() => expect(stream.events.length).toBeGreaterThan(0));
  expect(stream.kinds()).toEqual([]);
  expect((await read(who)).speaking).toEqual([]);
  expect(await start(who, { reason: ' \u200b' })).toMatchObject({ ok: false });
  expect(await start(who)).toMatchObject({ ok: true });
  await eventually(() => expect(stream.kinds()).toEqual(['staff']));
  const [said, ...more] = (await read(who)).speaking;
  expect(more).toEqual([]);
  expect(said?.channel).toBe('phone');
  expect(Date.parse(said?.until ?? '') - Date.parse(said?.since ?? '')).toBe(HOUR_MS);
  // Neither who of us, nor why.
  expect(JSON.stringify(await read(who))).not.toMatch(/transfer|@/);
  expect((await read(other)).speaking).toEqual([]);
  const [going] = await speaking(who);
  expect(going).toMatchObject({ by: officer.email, own: true });
  await officer.must(endConversation, { id: going?.id ?? '' });
  await officer.must(endConversation, { id: going?.id ?? '' });
  await eventually(() => expect(stream.kinds()).toEqual(['staff', 'staff']));
  expect((await read(who)).speaking).toEqual([]);
  const entries = await acts(who);
  expect(entries.map(({ action }) => action)).toEqual([
    'began to speak with a customer',
    'stopped speaking with a customer',
  ]);
  expect(entries.every(({ actor }) => actor === officer.id)).toBe(true);
  expect(JSON.stringify(entries)).not.toContain('transfer');
  stream.leave();
});

test('KEEP-17 a conversation ends by itself after an hour, and one that begins anew replaces it', async () => {
  const who = await kopa.person();
  const second = await kopa.officer();
  await start(who);
  await start(who);
  expect((await read(who)).speaking).toHaveLength(1);
  await start(who, { by: second });
  expect((await read(who)).speaking).toHaveLength(2);
  const moved = await who.later(1);
  expect((await read(moved)).speaking).toEqual([]);
});

test('KEEP-17 nobody speaks with staff, or with somebody who is not there', async () => {
  expect(await start(officer)).toMatchObject({ ok: false });
  expect(await start({ id: 'nobody' })).toMatchObject({ ok: false });
  expect(await officer.call(endConversation, { id: 'none' })).toMatchObject({
    ok: false,
  });
});

const funded = (): Promise<Member> => kopa.customer({ balances: { BTC: '1' } });

const withdraw = (who: Member) => who.withdraws('BTC', '0.01', BTC);

test('KEEP-17 one touch holds every way out for 24 hours, also what waits, and says so by mail', async () => {
  let who = await funded();
  const waits = await withdraw(who);
  expect(waits).toMatchObject({ ok: true });
  await settleOutbox(kopa.deps);
  const { data } = await who.must(slowWaysOut, {});
  expect(data.reason).toBe('asked');
  const left = Date.parse(data.until ?? '') - kopa.clock.now();
  expect(left).toBeGreaterThan(23.9 * HOUR_MS);
  expect(left).toBeLessThanOrEqual(24 * HOUR_MS);
  expect((await read(who)).withdrawalHold).toEqual(data);
  const refused = await withdraw(who);
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'WITHDRAWALS_HELD' } });
  expect(!refused.ok && refused.refusal.message).toContain('You slowed every way out');
  const waiting = await who.waiting();
  expect(waiting).toContainEqual({ kind: 'hold', ...data });
  kopa.clock.advance(HOUR_MS / 2);
  await moveDue(kopa.deps);
  const statusOf = async () =>
    (
      await kopa.db
        .selectFrom('withdrawals')
        .select('status')
        .where('user_id', '=', who.id)
        .executeTakeFirstOrThrow()
    ).status;
  expect(await statusOf()).toBe('requested');
  await sendDue(kopa.deps);
  const mails = (await kopa.sandbox.inbox(who.email)).filter(({ subject }) =>
    subject.startsWith('Every way out'),
  );
  expect(mails).toHaveLength(1);
  who = await who.later(24);
  expect((await read(who)).withdrawalHold).toBeNull();
  await moveDue(kopa.deps);
  expect(await statusOf()).toBe('broadcast');
});

test('KEEP-17 a press that is repeated is one, a later one counts from then, and a longer hold stays', async () => {
  let who = await funded();
  const first = (await who.must(slowWaysOut, {})).data;
  expect((await who.must(slowWaysOut, {})).data).toEqual(first);
  await sendDue(kopa.deps);
  const mails = async () =>
    (await kopa.sandbox.inbox(who.email)).filter(({ subject }) =>
      subject.startsWith('Every way out'),
    ).length;
  expect(await mails()).toBe(1);
  who = await who.later(10);
  const second = (await who.must(slowWaysOut, {})).data;
  expect(Date.parse(second.until ?? '') - Date.parse(first.until ?? '')).toBeGreaterThan(
    9.9 * HOUR_MS,
  );
  await inTransaction(kopa.db, (tx) => holdWithdrawals(tx, kopa.clock, who.id, 'recovery'));
  const longer = (await read(who)).withdrawalHold;
  who = await who.later(10);
  expect((await who.must(slowWaysOut, {})).data).toEqual(longer);
  expect(longer?.reason).toBe('recovery');
});

test('KEEP-17 the other devices hear of it; the one that did it does not', async () => {
  const who = await funded();
  const other = { credential: await kopa.api.signIn(who.email, password) };
  const after = { after: new Date(kopa.clock.now() - 60_000).toISOString() };
  await who.must(slowWaysOut, {});
  const told = async (by: { credential: Member['credential'] }) =>
    (await kopa.api.must(listNotices, after, by)).data.filter(({ text }) =>
      text.startsWith('Every way out'),
    ).length;
  expect(await told(other)).toBe(1);
  expect(await told(as(who))).toBe(0);
});
