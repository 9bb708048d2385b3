import { expect, test } from 'vitest';
import { listRequests, sendRequest } from '#core/contract/account/request.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import type { RequestKind } from '#core/people/request-rules.ts';
import { trackingIdOf, transactionIdOf } from '#core/statement/statement.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const HOUR_MS = 3_600_000;

const send = (who: Member, kind: RequestKind, about = '', key = newKey()) =>
  who.call(sendRequest, { key, kind, about, title: 'Deposit BTC', body: 'It is not what I sent.' });

const list = async (who: Member) => (await who.must(listRequests, {})).data;

async function transactionOf(who: Member): Promise<string> {
  const { data } = await who.must(getTransactionHistory, {});
  const [entry] = data;
  if (!entry) throw new Error('no transaction');
  return transactionIdOf({
    id: entry.account_transaction_id,
    trackingId: trackingIdOf(entry.comment),
  });
}

/** The mails a customer got, the newest first. */
async function inbox({ email }: Member) {
  await sendDue(kopa.deps);
  return kopa.sandbox.inbox(email);
}

test('KEEP-03 each has a reference, a mail, its state and its due date', async () => {
  const who = await kopa.person({ balances: { BTC: '1' } });
  const about = await transactionOf(who);
  for (const kind of ['refund', 'error', 'complaint'] as const) {
    const sent = await send(who, kind, about);
    if (!sent.ok) throw new Error(kind);
    expect(sent.value.data).toMatchObject({ kind, about, state: 'open', answer: '' });
    expect(sent.value.data.reference).toMatch(/^R-[2-9A-Z]{5}-[2-9A-Z]{5}$/);
  }
  const listed = await list(who);
  const mails = await inbox(who);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(
    listed.map(({ reference }) => `We have your request ${reference}`).sort(),
  );
  const [last] = listed;
  const told = mails.find(({ subject }) => subject.includes(last?.reference ?? '?'))?.text;
  expect(/We answer by .+?(\d\d:\d\d UTC)/.exec(told ?? '')?.[1]).toBe(
    `${last?.due_at.slice(11, 16)} UTC`,
  );
  expect(listed.map(({ kind }) => kind)).toEqual(['complaint', 'error', 'refund']);
  for (const { due_at, sent_at, kind } of listed) {
    const days = (Date.parse(due_at) - Date.parse(sent_at)) / (24 * HOUR_MS);
    expect(days).toBeLessThanOrEqual(kind === 'error' ? 30 : 45);
    expect(days).toBeGreaterThan(14);
  }
  // Nobody else sees them.
  expect(await list(await kopa.person())).toEqual([]);
});

test('KEEP-03 too late is refused with the way that remains, by the transaction and not by the page', async () => {
  const who = await kopa.person({ balances: { ETH: '1' } });
  const about = await transactionOf(who);
  const later = async (hours: number): Promise<Member> => {
    kopa.clock.advance(hours * HOUR_MS);
    return who.with({ credential: await kopa.api.signIn(who.email, password) });
  };
  const refund = await send(await later(25), 'refund', about);
  expect(refund).toMatchObject({
    ok: false,
    refusal: {
      message:
        'A refund can be asked for within 24 hours of the transaction. You can still report an error, or send a complaint.',
    },
  });
  const back = await later(6 * 24);
  const error = await send(back, 'error', about);
  expect(error).toMatchObject({ ok: false, refusal: { code: 'INVALID_INPUT' } });
  expect(await send(back, 'complaint', about)).toMatchObject({ ok: true });
  expect((await list(back)).length).toBe(1);
});

test('KEEP-03 it is about a transaction of one’s own', async () => {
  const other = await kopa.person({ balances: { BTC: '1' } });
  const about = await transactionOf(other);
  const who = await kopa.person();
  for (const id of [about, 'x', '%', "' or 1=1 --", '-1']) {
    expect(await send(who, 'complaint', id)).toMatchObject({
      ok: false,
      refusal: { code: 'NOT_FOUND' },
    });
  }
  expect(await send(who, 'refund')).toMatchObject({ ok: false });
  expect(await send(who, 'complaint')).toMatchObject({ ok: true });
});

test('KEEP-03 sent twice it counts once: under the same key, and of the same kind about the same', async () => {
  const who = await kopa.person({ balances: { BTC: '1' } });
  const about = await transactionOf(who);
  const key = newKey();
  const sent = await Promise.all([1, 2, 3].map(() => send(who, 'error', about, key)));
  expect(new Set(sent.map((reply) => reply.ok && reply.value.data.reference)).size).toBe(1);
  expect(await send(who, 'error', about)).toMatchObject({ ok: false });
  expect(await list(who)).toHaveLength(1);
  expect(await inbox(who)).toHaveLength(1);
});

test('KEEP-03 a customer has at most twenty open, and none that says nothing', async () => {
  const who = await kopa.person();
  expect(
    await who.call(sendRequest, { key: newKey(), kind: 'complaint', body: ' \n\u200b ' }),
  ).toMatchObject({ ok: false, refusal: { message: 'Say what happened.' } });
  for (let count = 0; count < 20; count++) await send(who, 'complaint');
  expect(await send(who, 'complaint')).toMatchObject({
    ok: false,
    refusal: { code: 'LIMIT_EXCEEDED' },
  });
});

test('KEEP-04 to correct, object and restrict are answered within a month', async () => {
  const who = await kopa.person();
  for (const kind of ['correct', 'object', 'restrict'] as const) {
    const sent = await send(who, kind);
    if (!sent.ok) throw new Error(kind);
    const { due_at, sent_at } = sent.value.data;
    const days = (Date.parse(due_at) - Date.parse(sent_at)) / (24 * HOUR_MS);
    expect(days).toBeLessThanOrEqual(30);
    expect(days).toBeGreaterThan(20);
  }
});

test('KEEP-03 what is open stands on the page of what waits, and goes with the account', async () => {
  const who = await kopa.person();
  const sent = await send(who, 'complaint');
  if (!sent.ok) throw new Error('not sent');
  const { data } = await who.must(listWaiting, {});
  expect(data).toMatchObject([
    { kind: 'request', request: 'complaint', until: sent.value.data.due_at },
  ]);
  const erased = await inTransaction(kopa.db, (tx) => eraseAccount(kopa.deps, tx, who.id));
  expect(erased).toBe('erased');
  const left = await kopa.db
    .selectFrom('customer_requests')
    .where('user_id', '=', who.id)
    .select('id')
    .execute();
  expect(left).toEqual([]);
});
