import { generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { Provider } from '#tests/support/provider.ts';
import { hostedPageGateway } from './hosted-page.ts';

let provider: Provider | undefined;
afterEach(() => provider?.stop());

const keys = {
  baseUrl: 'https://pay.example',
  transactionsUrl: 'https://gate.example',
  reportsUrl: '',
  shopId: 'shop',
  secretKey: 'key',
  publicKey: '',
};

/** As the provider documents its notice of a charge-back: the purchase is named with the payment alone. */
const chargeback = {
  uid: '2-1',
  parent_uid: '1-1',
  status: 'successful',
  type: 'chargeback',
  amount: 600,
  currency: 'AUD',
  reason: 'return',
  paid_at: '2026-11-03T08:11:35.819Z',
};
const payment = {
  uid: '1-1',
  status: 'successful',
  type: 'payment',
  amount: 16_245,
  currency: 'AUD',
  tracking_id: 'p1',
};

test('HARD-93 the provider’s signed notice of a charge-back names the purchase by its payment', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const gateway = hostedPageGateway({ ...keys, publicKey });
  const body = Buffer.from(
    JSON.stringify({ transaction: { ...chargeback, parent_transaction: payment } }),
  );
  const signature = sign('sha256', body, pair.privateKey).toString('base64');
  const read = (header: string) =>
    gateway.purchaseOfNotice(body, (name) => (name === 'content-signature' ? header : undefined));
  expect(await read(signature)).toEqual({ kind: 'about', id: 'p1' });
  expect(await read(`A${signature.slice(1)}`)).toEqual({ kind: 'forged' });
});

test('HARD-93 the disputes of a purchase are its charge-backs as they are now; what cannot be read is no answer', async () => {
  let listed: readonly object[] = [];
  provider = new Provider(() => JSON.stringify({ transactions: listed }));
  const gateway = hostedPageGateway({ ...keys, transactionsUrl: await provider.start() });
  const refund = { uid: '3-1', parent_uid: '1-1', type: 'refund', status: 'successful' };
  listed = [payment, refund];
  expect(await gateway.disputes('p 1')).toEqual([]);
  expect(provider.seen[0]?.path).toBe('/v2/transactions/tracking_id/p%201');
  listed = [payment, chargeback];
  const found = {
    ...{ id: '2-1', cents: 600n, currency: 'AUD', reason: 'return' },
    saidAt: new Date('2026-11-03T08:11:35.819Z'),
  };
  expect(await gateway.disputes('p1')).toEqual([{ ...found, state: 'taken' }]);
  // Undone by a transaction of its own, or not in force any more.
  const undone = { uid: '4-1', parent_uid: '2-1', type: 'any', status: 'successful' };
  listed = [payment, chargeback, undone];
  expect(await gateway.disputes('p1')).toEqual([{ ...found, state: 'won' }]);
  listed = [payment, { ...chargeback, status: 'voided' }];
  expect(await gateway.disputes('p1')).toEqual([{ ...found, state: 'won' }]);
  listed = [payment, { ...chargeback, status: 'pending' }];
  expect(await gateway.disputes('p1')).toEqual([]);
  listed = [payment, { ...chargeback, amount: 6.5 }];
  expect(await gateway.disputes('p1')).toBeUndefined();
  provider.answerWith(() => ({ status: 503 }));
  expect(await gateway.disputes('p1')).toBeUndefined();
});

test('HARD-93 the list of what was paid tells of charge-backs', async () => {
  provider = new Provider(() =>
    JSON.stringify({
      transactions: [
        payment,
        { ...chargeback, parent_transaction: payment },
        {
          ...chargeback,
          uid: '1-9',
          type: 'refund',
          parent_transaction: { ...chargeback, tracking_id: 'p1' },
        },
      ],
      last_object_id: 2,
    }),
  );
  const { list } = hostedPageGateway({ ...keys, reportsUrl: await provider.start() });
  expect((await list?.(''))?.movements).toMatchObject([
    { trackingId: 'p1', kind: 'paid' },
    { trackingId: 'p1', kind: 'disputed' },
    // A dispute that was won gives back what was taken: it is no refund of the payment.
    { trackingId: 'p1', kind: 'disputed' },
  ]);
});

test('HARD-93 the settlement of a day is read to its end, each transaction once, and not without a page of it', async () => {
  const settled = (one: object, day: string) => ({ ...one, settled_at: `${day}T03:00:00Z` });
  const pages: readonly (readonly object[])[] = [
    [settled(payment, '2026-11-03'), settled({ ...payment, uid: '1-2' }, '2026-11-04')],
    [
      settled({ ...chargeback, parent_transaction: payment }, '2026-11-03'),
      settled(payment, '2026-11-03'),
      { ...payment, uid: '1-3', type: 'authorization' },
    ],
    [],
  ];
  provider = new Provider(({ body }) => {
    const after = Number(JSON.parse(body).report_params.starting_after ?? 0);
    return JSON.stringify({ transactions: pages[after], last_object_id: after + 1 });
  });
  const { settlement } = hostedPageGateway({ ...keys, reportsUrl: await provider.start() });
  expect(await settlement?.('2026-11-03')).toEqual([
    { id: '1-1', kind: 'paid', cents: 16_245n, currency: 'AUD', trackingId: 'p1' },
    { id: '2-1', kind: 'taken', cents: 600n, currency: 'AUD', trackingId: 'p1' },
  ]);
  expect(JSON.parse(provider.seen[0]?.body ?? '').report_params).toMatchObject({
    ...{ date_type: 'settled_at', from: '2026-11-03', to: '2026-11-04', time_zone: 'UTC' },
  });
  provider.answerWith(({ body }) =>
    body.includes('starting_after')
      ? { status: 503 }
      : JSON.stringify({ transactions: [payment], last_object_id: 1 }),
  );
  expect(await settlement?.('2026-11-03')).toBeUndefined();
  expect(hostedPageGateway(keys).settlement).toBeUndefined();
});
