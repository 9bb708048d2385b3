import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test, vi } from 'vitest';
import { saveAddress } from '#core/contract/account/address-book.ts';
import {
  deletePushSubscription,
  getNotifications,
  listNotices,
  saveNotifications,
  savePushSubscription,
} from '#core/contract/account/notifications.ts';
import { login, logout } from '#core/contract/account/session.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import {
  alwaysMailed,
  defaultChosen,
  emailEvents,
  popupEvents,
} from '#core/people/notifications.ts';
import type { PushedNotice } from '#core/pushed-notice.ts';
import { openSession } from '#server/services/access/sessions/sessions.ts';
import { type PushMessage, pushDue } from '#server/services/messages/notices/push.ts';
import { isPushService } from '#server/services/messages/notices/push-subscriptions.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { pushBrowser, subscription } from '#tests/support/push-subscription.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const kopa = sharedWorld();

type Lists = Parameters<typeof save>[1];
const read = async (who: Member) => (await who.must(getNotifications, {})).data;
const save = (
  who: Member,
  chosen: {
    readonly popup: (typeof popupEvents)[number][];
    readonly email: (typeof emailEvents)[number][];
  },
) => who.must(saveNotifications, chosen);
const none: Lists = { popup: [], email: [] };
const subjects = async ({ email }: Member) =>
  (await kopa.sandbox.inbox(email)).map((m) => m.subject);
const start = new Date(0).toISOString();
const notices = async (who: Member, after = start) => (await who.must(listNotices, { after })).data;

test('PROF-06 D20 choices are kept per customer; security e-mails cannot be switched off', async () => {
  const someone = await kopa.person();
  const other = await kopa.person();
  const { push_key, push_here, push_refused, ...chosen } = await read(someone);
  expect(push_here).toBe(false);
  expect(chosen).toEqual(defaultChosen);
  expect(push_key).toMatch(/^[\w-]{87}$/);
  const saved = await save(someone, none);
  expect(saved.data).toEqual({
    popup: [],
    email: emailEvents.filter((event) => alwaysMailed.includes(event)),
  });
  expect(await read(someone)).toEqual({ ...saved.data, push_key, push_here, push_refused });
  expect(await read(other)).toEqual({ ...defaultChosen, push_key, push_here, push_refused });
  const nonsense = { popup: ['everything'], email: [] } as unknown as Lists;
  expect(await someone.call(saveNotifications, nonsense)).toMatchObject({
    refusal: { code: 'MALFORMED' },
  });
});

test('PROF-06 e-mail toggles decide which mails are sent', async () => {
  const someone = await kopa.person();
  const { email } = someone;
  const address = {
    kind: 'crypto',
    label: 'Cold storage',
    currency_id: 'BTC',
    network: 'Bitcoin',
    address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  } as const;
  await save(someone, none);
  await kopa.sandbox.deposit(email, 'BTC', '1');
  await kopa.sandbox.kyc(email, 'approved');
  await someone.must(saveAddress, address);
  // The mails about security were sent all the same.
  expect((await subjects(someone)).toSorted()).toEqual([
    'Protect your money with a second factor',
    'Your address book has a new entry',
  ]);
  await save(someone, { popup: [], email: ['transactionCompleted', 'kYCStatus'] });
  await kopa.sandbox.deposit(email, 'BTC', '1');
  await kopa.sandbox.kyc(email, 'rejected');
  expect((await subjects(someone)).slice(0, 2)).toEqual([
    'Your identity check was not successful',
    'Your deposit has arrived',
  ]);
});

test('PROF-06 pop-up toggles decide which notices appear, and none names an amount', async () => {
  // With a second factor, which is asked for after a first deposit (KEEP-11).
  const someone = await kopa.person({ twoFactor: true });
  const other = await kopa.person();
  await kopa.sandbox.deposit(someone.email, 'BTC', '0.777', { confirmations: 0 });
  await kopa.sandbox.blocks(someone.email, 2);
  const seen = await notices(someone);
  expect(seen.map(({ text }) => text)).toEqual([
    'A deposit is on its way.',
    'A deposit has arrived.',
  ]);
  // Ids and times are made by chance.
  expect(seen.map(({ text }) => text).join()).not.toMatch(/\d/);
  const [first] = seen;
  expect(await notices(someone, first?.at)).toEqual(seen.slice(1));
  expect(await notices(other)).toEqual([]);
  await save(someone, { popup: ['transactionCreated'], email: [] });
  await kopa.sandbox.deposit(someone.email, 'BTC', '1', { confirmations: 0 });
  await kopa.sandbox.blocks(someone.email, 2);
  expect((await notices(someone)).slice(2).map(({ text }) => text)).toEqual([
    'A deposit is on its way.',
  ]);
});

test('PROF-06 HARD-07 the session that acted gets no pop-up, the other sessions do; push and mail cover every event', async () => {
  const someone = await kopa.person({ balances: { BTC: '1', ETH: '2' } });
  const { id, email } = someone;
  await kopa.sandbox.kyc(email, 'approved');
  await save(someone, { popup: [...popupEvents], email: [...emailEvents] });
  const from = (device_id: string) =>
    kopa.api.must(login, { email, password, device_id: device_id.repeat(32) });
  await from('a');
  const here = someone.with({ credential: await from('b') });
  const VERIFIED = 'Your identity is verified.';
  const told = async (who: Member) =>
    (await notices(who)).map(({ text }) => text).filter((text) => text !== VERIFIED);
  const NEW_DEVICE = 'A new device signed in to your account.';
  expect(await told(here)).toEqual([]);
  expect(await told(someone)).toEqual([NEW_DEVICE]);

  const { data: withdrawal } = await here.must(createWithdrawal, {
    amount: '0.5',
    cryptoAddress: ETH,
    paymentRouteId: 'eth-ethereum',
    password,
  });
  const { withdrawal_id } = withdrawal;
  await here.must(cancelWithdrawal, { withdrawal_id });
  const { data: quote } = await here.must(swapCrypto, {
    sourceCurrencyId: 'BTC',
    targetCurrencyId: 'USDC',
    sourceCurrencyAmount: '0.01',
  });
  await here.must(confirmSwap, { userId: id, conversionQuoteId: quote.conversion_quote_id });
  await here.must(saveAddress, {
    kind: 'crypto',
    label: 'Cold',
    currency_id: 'ETH',
    network: 'Ethereum',
    address: ETH,
  });
  const did = [
    NEW_DEVICE,
    'A withdrawal was requested.',
    'A withdrawal was cancelled.',
    'A swap was completed.',
    'Your address book has a new entry.',
  ];
  expect(await told(here)).toEqual([]);
  expect(await told(someone)).toEqual(did);
  // The open app adds the sum of what it is about; the notice itself has none.
  const asked = (await notices(someone)).find(({ text }) => text === 'A withdrawal was requested.');
  expect(asked?.about).toBe(withdrawal_id);
  // What none of the customer's sessions did is shown to all of them.
  await kopa.sandbox.deposit(email, 'BTC', '0.5', { confirmations: 0 });
  expect(await told(here)).toEqual(['A deposit is on its way.']);
  expect(await told(someone)).toEqual([...did, 'A deposit is on its way.']);

  const mails = await subjects(someone);
  expect(mails).toContain('New sign-in to your account');
  const sent: PushMessage[] = [];
  const browser = pushBrowser();
  await here.must(savePushSubscription, browser.subscription);
  await pushDue(kopa.deps, async (message) => {
    sent.push(message);
    return 'delivered';
  });
  const pushed = sent
    .map(({ body }) => JSON.parse(browser.open(body)) as PushedNotice)
    .filter(({ text }) => text !== VERIFIED);
  const order = (one: PushedNotice) => did.indexOf(one.text);
  pushed.sort((a, b) => order(a) - order(b));
  expect(pushed.map(({ text }) => text)).toEqual(['A deposit is on its way.', ...did]);
  expect(new Set(pushed.map((notice) => notice.id)).size).toBe(pushed.length);
  expect(new Set(pushed.map(({ userId }) => userId))).toEqual(new Set([id]));
  // What may have been a thief's doing says so and leads to where it can be seen.
  expect(pushed.filter(({ alarm }) => alarm).map(({ text, page }) => [text, page])).toEqual([
    [NEW_DEVICE, '/profile/security'],
    ['A withdrawal was requested.', '/transactions'],
    ['Your address book has a new entry.', '/profile/addressBook'],
  ]);
});

test('PROF-06 Web Push reaches the browser once, encrypted for it, until the subscription or the session is gone', async () => {
  const someone = await kopa.person();
  const { email } = someone;
  const { push_key } = await read(someone);
  const sent: PushMessage[] = [];
  const deliver = async (message: PushMessage) => {
    sent.push(message);
    return 'delivered' as const;
  };
  const tell = () => kopa.sandbox.deposit(email, 'BTC', '0.777', { confirmations: 0 });
  await pushDue(kopa.deps, deliver);
  const own = subscription();
  await someone.must(savePushSubscription, own);
  expect((await read(someone)).push_here).toBe(true);
  await tell();
  await Promise.all([pushDue(kopa.deps, deliver), pushDue(kopa.deps, deliver)]);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ endpoint: own.endpoint, method: 'POST' });
  expect(sent[0]?.headers).toMatchObject({
    'Content-Encoding': 'aes128gcm',
    Authorization: expect.stringContaining(`k=${push_key}`),
  });
  expect(Buffer.from(sent[0]?.body ?? []).toString('latin1')).not.toContain('deposit');

  await tell();
  await pushDue(kopa.deps, async () => 'gone');
  await tell();
  await pushDue(kopa.deps, deliver);
  expect(sent).toHaveLength(1);

  await someone.must(savePushSubscription, subscription());
  await tell();
  await pushDue(kopa.deps, deliver);
  expect(sent).toHaveLength(2);
  await someone.must(deletePushSubscription, {});
  await tell();
  await pushDue(kopa.deps, deliver);
  expect(sent).toHaveLength(2);
  await someone.must(savePushSubscription, subscription());
  await someone.must(logout, {});
  await tell();
  await pushDue(kopa.deps, deliver);
  expect(sent).toHaveLength(2);
});

test('HARD-98 an address that its service says is gone takes no newer one of the same browser with it', async () => {
  const someone = await kopa.person();
  const { email } = someone;
  const [before, renewed] = [subscription(), subscription()];
  await someone.must(savePushSubscription, before);
  const tell = () => kopa.sandbox.deposit(email, 'BTC', '0.777', { confirmations: 0 });
  await tell();
  const asked: string[] = [];
  await pushDue(kopa.deps, async ({ endpoint }) => {
    asked.push(endpoint);
    // The browser tells its new address while the old one is still being tried.
    if (endpoint === before.endpoint) {
      await someone.must(savePushSubscription, renewed);
    }
    return endpoint === before.endpoint ? 'gone' : 'delivered';
  });
  expect((await read(someone)).push_here).toBe(true);
  await tell();
  await pushDue(kopa.deps, async ({ endpoint }) => {
    asked.push(endpoint);
    return 'delivered';
  });
  expect(asked.at(-1)).toBe(renewed.endpoint);
  await tell();
  await pushDue(kopa.deps, async () => 'gone');
  expect((await read(someone)).push_here).toBe(false);
});

test.each([
  [401, true],
  [403, true],
  [500, false],
])(
  'HARD-75 a push service that answers %i is named to the operator as refusing us: %s',
  async (status, isNamed) => {
    const asked: string[] = [];
    const service = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    try {
      const someone = await kopa.person();
      const { email, id } = someone;
      await someone.must(savePushSubscription, subscription());
      const address = service.address();
      const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
      // No address of a customer leads to this machine: only the test puts one there.
      await kopa.db
        .updateTable('push_subscriptions')
        .set({ endpoint: `http://${host}/secret` })
        .where('user_id', '=', id)
        .execute();
      await kopa.sandbox.deposit(email, 'BTC', '0.777', { confirmations: 0 });
      await pushDue(kopa.deps);
      expect(asked).toEqual(['/secret']);
      const lines = kopa.log.filter((line) => line.includes(host));
      expect(lines).toHaveLength(isNamed ? 1 : 0);
      expect(lines.every((line) => line.includes('push service refuses us'))).toBe(true);
      expect(kopa.log.join()).not.toContain('/secret');
      expect((await read(someone)).push_here).toBe(true);
    } finally {
      service.close();
    }
  },
);

test('HARD-75 a customer is told how often their push service refused us, until it takes a message or another address', async () => {
  const someone = await kopa.person();
  const { email } = someone;
  const tell = () => kopa.sandbox.deposit(email, 'BTC', '0.5', { confirmations: 0 });
  const refusedAt = async () => (await read(someone)).push_refused;
  await someone.must(savePushSubscription, subscription());
  expect(await refusedAt()).toBe(0);
  for (const times of [1, 2]) {
    await tell();
    await pushDue(kopa.deps, async () => 'refused');
    expect(await refusedAt()).toBe(times);
  }
  await tell();
  await pushDue(kopa.deps, async () => 'delivered');
  expect(await refusedAt()).toBe(0);

  await tell();
  await pushDue(kopa.deps, async () => 'refused');
  await someone.must(savePushSubscription, subscription());
  expect(await refusedAt()).toBe(0);
});

test('PROF-06 a notice that could not be pushed for an hour is no longer pushed', async () => {
  const who = await kopa.person();
  await who.must(savePushSubscription, subscription());
  const sent: PushMessage[] = [];
  const deliver = async (message: PushMessage) => {
    sent.push(message);
    return 'delivered' as const;
  };
  await kopa.sandbox.deposit(who.email, 'BTC', '0.777', { confirmations: 0 });
  kopa.clock.advance(3_601_000);
  await pushDue(kopa.deps, deliver);
  expect(sent).toEqual([]);
  await kopa.sandbox.deposit(who.email, 'ETH', '0.777', { confirmations: 0 });
  await pushDue(kopa.deps, deliver);
  expect(sent).toHaveLength(1);
});

test('PROF-06 notices are asked for by the database’s time, however this process’s clock is set', async () => {
  const someone = await kopa.person();
  const { clock } = kopa.deps;
  const fast = vi.spyOn(clock, 'now').mockReturnValue(clock.now() + 120_000);
  const request = { after: new Date(0).toISOString() };
  const answer = await someone.must(listNotices, request);
  fast.mockRestore();
  expect(Date.parse(answer.as_of)).toBeLessThanOrEqual(clock.now());
});

test('HARD-41 of a customer with many sessions, 50 stay signed in and 10 browsers are told', async () => {
  const someone = await kopa.person();
  const signIn = () =>
    inTransaction(kopa.db, (tx) =>
      openSession(kopa.deps, tx, someone.id, { info: 'test', place: '' }),
    );
  for (let index = 0; index < 55; index++) {
    kopa.clock.advance(1_000);
    const credential = await signIn();
    await kopa.api.must(savePushSubscription, subscription(), { credential });
  }
  const count = async (table: 'sessions' | 'push_subscriptions') =>
    (await kopa.db.selectFrom(table).where('user_id', '=', someone.id).select('user_id').execute())
      .length;
  expect([await count('sessions'), await count('push_subscriptions')]).toEqual([50, 10]);
  // The one used longest ago is signed out; the newest is not.
  const first = await someone.call(getNotifications, {});
  expect(first).toMatchObject({ ok: false });
  expect((await read(someone.with({ credential: await signIn() }))).push_here).toBe(false);
});

test('HARD-41 one customer’s many notices wait for their turn behind another’s first', async () => {
  const [busy, quiet] = [await kopa.person(), await kopa.person()];
  const told: string[] = [];
  const own = { [busy.id]: subscription(), [quiet.id]: subscription() };
  for (const { id, credential } of [busy, quiet]) {
    await kopa.api.must(savePushSubscription, own[id] ?? subscription(), { credential });
  }
  for (let index = 0; index < 25; index++) {
    await kopa.sandbox.deposit(busy.email, 'BTC', '0.777', { confirmations: 0 });
  }
  await kopa.sandbox.deposit(quiet.email, 'BTC', '0.777', { confirmations: 0 });
  const deliver = async ({ endpoint }: PushMessage) => {
    told.push(endpoint);
    return 'delivered' as const;
  };
  // All go in one round, batch by batch.
  await pushDue(kopa.deps, deliver);
  expect(told).toHaveLength(26);
  expect(told.indexOf(own[quiet.id]?.endpoint ?? '')).toBeLessThan(20);
});

test('PROF-06 a server that is stopping leaves what it has not pushed to others', async () => {
  const who = await kopa.person();
  await who.must(savePushSubscription, subscription());
  for (let i = 0; i < 12; i += 1) {
    await kopa.sandbox.deposit(who.email, 'BTC', '0.777', { confirmations: 0 });
  }
  const stopping = new AbortController();
  let sent = 0;
  const deliver = async () => {
    stopping.abort();
    sent += 1;
    return 'delivered' as const;
  };
  await pushDue(kopa.deps, deliver, stopping.signal);
  expect(sent).toBeLessThan(12);
  await pushDue(kopa.deps, deliver);
  expect(sent).toBe(12);
});

test('PROF-06 SESS-08 a browser is told of one customer’s news only, and of none once the session has expired', async () => {
  const [former, next] = [await kopa.person(), await kopa.person()];
  const sent: string[] = [];
  const deliver = async ({ endpoint }: PushMessage) => {
    sent.push(endpoint);
    return 'delivered' as const;
  };
  const tell = async (): Promise<void> => {
    for (const { email } of [former, next]) {
      await kopa.sandbox.deposit(email, 'BTC', '0.777', { confirmations: 0 });
    }
    await pushDue(kopa.deps, deliver);
  };
  const shared = subscription();
  await former.must(savePushSubscription, shared);
  await next.must(savePushSubscription, shared);
  expect((await read(former)).push_here).toBe(false);
  await tell();
  expect(sent).toEqual([shared.endpoint]);

  await former.must(savePushSubscription, subscription());
  await kopa.db
    .updateTable('sessions')
    .set({ refresh_expires_at: kopa.clock.sql })
    .where('user_id', '=', former.id)
    .execute();
  await tell();
  expect(sent).toEqual([shared.endpoint, shared.endpoint]);
});

test('PROF-06 only the push services of browsers are ever called', async () => {
  const who = await kopa.person();
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.test/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'nonsense',
  ]) {
    const request = { ...subscription(), endpoint };
    expect(await who.call(savePushSubscription, request)).toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
  }
  for (const endpoint of [
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ]) {
    expect(isPushService(endpoint)).toBe(true);
  }
});

test.each([
  ['no keys', { p256dh: '', auth: '' }],
  ['no secret', { auth: '' }],
  ['a secret that is too short', { auth: 'AAAA' }],
  ['a key that is no point of the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
])('PROF-06 a push address with %s is refused: each push to it would fail', async (_, wrong) => {
  const who = await kopa.person();
  const request = { ...subscription(), ...wrong };
  const reply = await who.call(savePushSubscription, request);
  expect(reply).toMatchObject({ status: 422, refusal: { code: 'INVALID_INPUT' } });
  await who.must(savePushSubscription, subscription());
});
