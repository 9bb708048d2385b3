import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listNotices } from '#core/contract/account/notifications.ts';
import { getContact, slowWaysOut } from '#core/contract/account/security.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { endConversation, getCase, startConversation } from '#core/contract/staff/desk.ts';
import { sendDue, settleOutbox } from '#server/services/messages/notices/outbox.ts';
import { holdWithdrawals } from '#server/services/money-out/withdrawals/security-hold.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  type InProcess,
  later,
  type Person,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { followLive } from '#tests/support/live-stream.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let server: InProcess;
let officer: Person;
beforeAll(async () => {
  server = await startInProcess();
});
beforeEach(async () => {
  officer = await person(server.deps, { role: 'compliance' });
});
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const as = ({ credential }: Person) => ({ credential });

const read = async (who: Person) => (await server.api.must(getContact, {}, as(who))).data;

const start = (
  { id }: Pick<Person, 'id'>,
  { by = officer, reason = 'Asks about a transfer.' } = {},
) => server.api.call(startConversation, { id, channel: 'phone', reason }, as(by));

const speaking = async ({ id }: Person) =>
  (await server.api.must(getCase, { kind: 'ending', id }, as(officer))).data.speaking ?? [];

const acts = (who: Person) =>
  server.deps.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', who.id)
    .orderBy('seq')
    .execute();

test('KEEP-17 an officer says that they speak with a customer, who hears of it by the stream, and how', async () => {
  const who = await person(server.deps);
  const other = await person(server.deps);
  server.deps.clock.advance(61_000);
  const stream = await followLive(server.url, who.credential);
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
  await server.api.must(endConversation, { id: going?.id ?? '' }, as(officer));
  await server.api.must(endConversation, { id: going?.id ?? '' }, as(officer));
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
  const who = await person(server.deps);
  const second = await person(server.deps, { role: 'compliance' });
  await start(who);
  await start(who);
  expect((await read(who)).speaking).toHaveLength(1);
  await start(who, { by: second });
  expect((await read(who)).speaking).toHaveLength(2);
  const moved = await later(server, who, 1);
  expect((await read(moved)).speaking).toEqual([]);
});

test('KEEP-17 nobody speaks with staff, or with somebody who is not there', async () => {
  expect(await start(officer)).toMatchObject({ ok: false });
  expect(await start({ id: 'nobody' })).toMatchObject({ ok: false });
  expect(await server.api.call(endConversation, { id: 'none' }, as(officer))).toMatchObject({
    ok: false,
  });
});

async function funded(): Promise<Person> {
  const who = await person(server.deps, { balances: { BTC: '1' } });
  await new Sandbox(server.url).kyc(who.email, 'approved');
  return who;
}

const withdraw = (who: Person) =>
  server.api.call(
    createWithdrawal,
    { amount: '0.01', cryptoAddress: BTC, paymentRouteId: 'btc-bitcoin', password },
    { ...as(who), idempotencyKey: newKey() },
  );

test('KEEP-17 one touch holds every way out for 24 hours, also what waits, and says so by mail', async () => {
  let who = await funded();
  const waits = await withdraw(who);
  expect(waits).toMatchObject({ ok: true });
  await settleOutbox(server.deps);
  const { data } = await server.api.must(slowWaysOut, {}, as(who));
  expect(data.reason).toBe('asked');
  const left = Date.parse(data.until ?? '') - server.deps.clock.now();
  expect(left).toBeGreaterThan(23.9 * HOUR_MS);
  expect(left).toBeLessThanOrEqual(24 * HOUR_MS);
  expect((await read(who)).withdrawalHold).toEqual(data);
  const refused = await withdraw(who);
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'WITHDRAWALS_HELD' } });
  expect(!refused.ok && refused.refusal.message).toContain('You slowed every way out');
  const waiting = (await server.api.must(listWaiting, {}, as(who))).data;
  expect(waiting).toContainEqual({ kind: 'hold', ...data });
  server.deps.clock.advance(HOUR_MS / 2);
  await moveDue(server.deps);
  const statusOf = async () =>
    (
      await server.deps.db
        .selectFrom('withdrawals')
        .select('status')
        .where('user_id', '=', who.id)
        .executeTakeFirstOrThrow()
    ).status;
  expect(await statusOf()).toBe('requested');
  await sendDue(server.deps);
  const mails = (await new Sandbox(server.url).inbox(who.email)).filter(({ subject }) =>
    subject.startsWith('Every way out'),
  );
  expect(mails).toHaveLength(1);
  who = await later(server, who, 24);
  expect((await read(who)).withdrawalHold).toBeNull();
  await moveDue(server.deps);
  expect(await statusOf()).toBe('broadcast');
});

test('KEEP-17 a press that is repeated is one, a later one counts from then, and a longer hold stays', async () => {
  let who = await funded();
  const first = (await server.api.must(slowWaysOut, {}, as(who))).data;
  expect((await server.api.must(slowWaysOut, {}, as(who))).data).toEqual(first);
  await sendDue(server.deps);
  const mails = async () =>
    (await new Sandbox(server.url).inbox(who.email)).filter(({ subject }) =>
      subject.startsWith('Every way out'),
    ).length;
  expect(await mails()).toBe(1);
  who = await later(server, who, 10);
  const second = (await server.api.must(slowWaysOut, {}, as(who))).data;
  expect(Date.parse(second.until ?? '') - Date.parse(first.until ?? '')).toBeGreaterThan(
    9.9 * HOUR_MS,
  );
  await inTransaction(server.deps.db, (tx) =>
    holdWithdrawals(tx, server.deps.clock, who.id, 'recovery'),
  );
  const longer = (await read(who)).withdrawalHold;
  who = await later(server, who, 10);
  expect((await server.api.must(slowWaysOut, {}, as(who))).data).toEqual(longer);
  expect(longer?.reason).toBe('recovery');
});

test('KEEP-17 the other devices hear of it; the one that did it does not', async () => {
  const who = await funded();
  const other = { credential: await server.api.signIn(who.email, password) };
  const after = { after: new Date(server.deps.clock.now() - 60_000).toISOString() };
  await server.api.must(slowWaysOut, {}, as(who));
  const told = async (by: { credential: Person['credential'] }) =>
    (await server.api.must(listNotices, after, by)).data.filter(({ text }) =>
      text.startsWith('Every way out'),
    ).length;
  expect(await told(other)).toBe(1);
  expect(await told(as(who))).toBe(0);
});
