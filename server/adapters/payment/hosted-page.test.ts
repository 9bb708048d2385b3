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

const checkout = {
  trackingId: 'p1',
  amount: '150.5',
  currency: 'AUD',
  description: '0.001 BTC',
  urls: { success: 's', decline: 'd', fail: 'f', cancel: 'c' },
  expiresAt: new Date('2026-11-21T10:15:00Z'),
  noticeUrl: 'https://kopa.example/webhooks/payment',
};

test('BUY-05 a checkout is opened in minor units under our tracking id', async () => {
  provider = new Provider(
    () => '{"checkout":{"token":"t1","redirect_url":"https://pay.example/t1"}}',
  );
  const baseUrl = await provider.start();
  const gateway = hostedPageGateway({ ...keys, baseUrl });
  expect(gateway.sandbox).toBe(false);
  expect(await gateway.open(checkout)).toEqual({
    token: 't1',
    redirectUrl: 'https://pay.example/t1',
  });
  expect(provider.seen[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('shop:key').toString('base64')}`,
  );
  expect(JSON.parse(provider.seen[0]?.body ?? '').checkout).toMatchObject({
    test: false,
    order: {
      amount: 15050,
      currency: 'AUD',
      tracking_id: 'p1',
      expired_at: '2026-11-21T10:15:00.000Z',
    },
    settings: { notification_url: 'https://kopa.example/webhooks/payment' },
  });
  expect(await gateway.open({ ...checkout, amount: '1.005' })).toBeUndefined();
});

test('BUY-06 only the gateway says how a payment ended', async () => {
  let status = '';
  provider = new Provider(() => `{"checkout":{"status":"${status}","finished":true}}`);
  const baseUrl = await provider.start();
  const gateway = hostedPageGateway({ ...keys, baseUrl });
  const outcomes: unknown[] = [];
  for (status of ['successful', 'failed', 'declined', 'expired', 'odd']) {
    outcomes.push((await gateway.outcome('t1'))?.status);
  }
  expect(outcomes).toEqual(['success', 'failed', 'declined', 'cancelled', 'unknown']);
  provider.answerWith(() => '{"checkout":{"status":"created","finished":false}}');
  expect(await gateway.outcome('t1')).toEqual({ status: 'pending' });
  provider.answerWith(() => ({ status: 503 }));
  expect(await gateway.outcome('t1')).toBeUndefined();
});

test('BEY-17 a refused card leaves the checkout open as long as another card may be tried', async () => {
  let status = '';
  provider = new Provider(() => `{"checkout":{"status":"${status}","finished":false}}`);
  const gateway = hostedPageGateway({ ...keys, baseUrl: await provider.start() });
  for (status of ['failed', 'declined'])
    expect(await gateway.outcome('t1')).toEqual({ status: 'pending' });
  for (status of ['successful']) expect(await gateway.outcome('t1')).toEqual({ status: 'success' });
});

test('BEY-17 a notice is accepted only with the provider’s signature of its exact body', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = pair.publicKey.export({ format: 'der', type: 'spki' });
  const publicKey = der.toString('base64');
  const gateway = hostedPageGateway({ ...keys, publicKey });
  const body = Buffer.from('{"transaction":{"tracking_id":"p1","status":"successful"}}');
  const signature = sign('sha256', body, pair.privateKey).toString('base64');
  const ask = (from: typeof gateway, what: Uint8Array, header: string | undefined) =>
    from.purchaseOfNotice(what, (name) => (name === 'content-signature' ? header : undefined));
  expect(await ask(gateway, body, signature)).toEqual({ kind: 'about', id: 'p1' });
  const other = Buffer.from(body.toString().replace('p1', 'p2'));
  expect(await ask(gateway, other, signature)).toEqual({ kind: 'forged' });
  expect(await ask(gateway, body, undefined)).toEqual({ kind: 'forged' });
  expect(await ask(gateway, body, 'AAAA')).toEqual({ kind: 'forged' });
  expect(await ask(hostedPageGateway(keys), body, signature)).toEqual({ kind: 'forged' });
});

test('HARD-14 the gateway says when a payment was made, and gives the whole of it back once', async () => {
  const paid =
    '{"checkout":{"status":"successful","finished":true,"order":{"amount":15050,"currency":"AUD"},"gateway_response":{"uid":"u-1","payment":{"paid_at":"2026-11-21T10:04:59.000Z"}}}}';
  let refused = false;
  provider = new Provider(({ method }) => {
    if (method === 'GET') return paid;
    if (refused) return { status: 422 };
    return '{"transaction":{"uid":"r-1","status":"successful"}}';
  });
  const baseUrl = await provider.start();
  const gateway = hostedPageGateway({ ...keys, baseUrl, transactionsUrl: baseUrl });
  expect(await gateway.outcome('t1')).toEqual({
    status: 'success',
    paidAt: new Date('2026-11-21T10:04:59Z'),
  });
  expect(await gateway.refund('t1', '')).toBe('refunded');
  const asked = provider.seen.at(-1);
  expect(asked?.path).toBe('/transactions/refunds');
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({
    request: { parent_uid: 'u-1', amount: 15050 },
  });
  // Whatever the gateway does not do is asked for again later.
  refused = true;
  expect(await gateway.refund('t1', '')).toBeUndefined();
  provider.answerWith(() => '{"checkout":{"status":"successful","finished":true}}');
  expect(await gateway.refund('t1', '')).toBeUndefined();
});

const refused = (body: object) => ({ status: 422, body: JSON.stringify(body) });
const because = { response: { status: 'error', message: 'Refund amount exceeds' } };

/** What the provider answers to a refund, which refunds it has made then, and what that is worth. */
const refundings = [
  ['that it does', '{"transaction":{"status":"successful"}}', [], 'refunded'],
  ['that it failed', '{"transaction":{"status":"failed"}}', ['failed'], 'refused'],
  [
    'that it is undecided',
    '{"transaction":{"uid":"r-1","status":"incomplete"}}',
    ['incomplete'],
    { open: 'r-1' },
  ],
  ['that it will not', refused(because), [], 'refused'],
  ['that it will not, and had done so', refused(because), ['successful'], 'refunded'],
  ['that it will not, and has one open', refused(because), ['pending'], { open: 'r-1' }],
  ['a refusal without a reason', refused({}), [], undefined],
  ['that it is broken', { status: 500, body: JSON.stringify(because) }, [], undefined],
] as const;

test.each(refundings)(
  'HARD-88 a refund of which the provider says %s is done, will never be done, or is not known',
  async (_, answer, states, worth) => {
    // Where the documentation of the provider has the payment's id as well.
    const paid =
      '{"checkout":{"status":"successful","finished":true,"order":{"amount":15050,"currency":"AUD","tracking_id":"p1"},"gateway_response":{"payment":{"uid":"u-1"}}}}';
    let ordered = 0;
    provider = new Provider(({ method, path }) => {
      if (method === 'POST') {
        ordered++;
        return answer;
      }
      if (!path.startsWith('/v2/transactions/tracking_id/')) return paid;
      const known = { uid: 'r-1', type: 'refund', parent_uid: 'u-1' };
      const refunds = states.map((status) => ({ ...known, status }));
      const payment = { uid: 'u-1', type: 'payment', status: 'successful' };
      return JSON.stringify({ transactions: [payment, ...(ordered === 0 ? [] : refunds)] });
    });
    const baseUrl = await provider.start();
    const gateway = hostedPageGateway({ ...keys, baseUrl, transactionsUrl: baseUrl });
    expect(await gateway.refund('t1', '')).toEqual(worth);
    const before = ordered;
    await gateway.refund('t1', '');
    const isOpen = states.some((state) => state !== 'failed');
    expect(ordered, 'one that is open or done is not ordered again').toBe(
      before + (isOpen ? 0 : 1),
    );
  },
);

test('HARD-14 a refund whose answer is lost is found among the transactions, and not asked for again', async () => {
  const paid =
    '{"checkout":{"status":"successful","finished":true,"order":{"amount":15050,"currency":"AUD","tracking_id":"p 1"},"gateway_response":{"uid":"u-1"}}}';
  const refunds: string[] = [];
  const list = (...transactions: readonly object[]) => JSON.stringify({ transactions });
  const payment = { uid: 'u-1', type: 'payment', status: 'successful' };
  const foreign = { uid: 'r-9', parent_uid: 'u-9', type: 'refund', status: 'successful' };
  provider = new Provider(({ method, path, body }) => {
    if (method === 'POST') {
      refunds.push(body);
      return { status: 502 };
    }
    if (path !== '/v2/transactions/tracking_id/p%201') return paid;
    if (refunds.length === 0) return list(payment, foreign);
    const status = refunds.length === 1 ? 'failed' : 'successful';
    return list(payment, foreign, { uid: 'r-1', parent_uid: 'u-1', type: 'refund', status });
  });
  const baseUrl = await provider.start();
  const gateway = hostedPageGateway({ ...keys, baseUrl, transactionsUrl: baseUrl });
  expect(await gateway.refund('t1', '')).toBeUndefined();
  expect(await gateway.refund('t1', ''), 'the first one failed').toBeUndefined();
  expect(refunds).toHaveLength(2);
  expect(await gateway.refund('t1', '')).toBe('refunded');
  expect(refunds).toHaveLength(2);
});

test.each([
  ['the host', ''],
  ['the address of refunds', '/transactions'],
  ['the address of what a purchase had', '/v2/transactions/'],
])(
  'READ-18 both documented addresses are found from %s, and each question says its version',
  async (_, path) => {
    provider = new Provider(() => '{"transactions":[]}');
    const host = await provider.start();
    const gateway = hostedPageGateway({
      ...keys,
      baseUrl: host,
      transactionsUrl: `${host}${path}`,
    });
    await gateway.disputes('p1');
    await gateway.refund('t1', 'r 1');
    provider.answerWith(
      () =>
        '{"checkout":{"status":"successful","order":{"amount":5},"gateway_response":{"payment":{"uid":"u-1"}}}}',
    );
    await gateway.refund('t1', '');
    expect(provider.seen.map((seen) => seen.path)).toEqual([
      '/v2/transactions/tracking_id/p1',
      '/transactions/r%201',
      '/checkouts/t1',
      '/transactions/refunds',
    ]);
    expect(new Set(provider.seen.map(({ headers }) => headers['x-api-version']))).toEqual(
      new Set(['2']),
    );
  },
);

test.each([
  ['pending', { open: 'r-1' }],
  ['successful', 'refunded'],
  ['failed', 'refused'],
] as const)(
  'READ-18 a refund that is %s is followed by its own id and not ordered again',
  async (status, worth) => {
    provider = new Provider(({ method }) => {
      if (method === 'POST') throw new Error('it was ordered again');
      return JSON.stringify({ transaction: { uid: 'r-1', type: 'refund', status } });
    });
    const baseUrl = await provider.start();
    const gateway = hostedPageGateway({ ...keys, baseUrl, transactionsUrl: baseUrl });
    expect(await gateway.refund('t1', 'r-1')).toEqual(worth);
    provider.answerWith(() => ({ status: 404 }));
    expect(await gateway.refund('t1', 'r-1'), 'nobody knows').toBeUndefined();
  },
);

/** Some 2,500 transactions a day for 60 days, one of them a purchase that was given back a month later. */
const MADE = 150_000;
const FIRST = Date.parse('2026-09-01T00:00:00Z');
const EVERY_MS = 34_560;

/** The provider's reports as it documents them: pages of a thousand, with the last id leading to the next. */
function reported(body: string): string {
  const { report_params: asked } = JSON.parse(body);
  const [from, to] = [asked.from, asked.to].map((text) => Date.parse(`${text.replace(' ', 'T')}Z`));
  if (from === undefined || to === undefined) return '{}';
  const first = Math.max(
    Math.ceil((from - FIRST) / EVERY_MS),
    0,
    Number(asked.starting_after ?? 0),
  );
  const end = Math.min(Math.floor((to - FIRST) / EVERY_MS) + 1, MADE, first + 1000);
  const transactions = Array.from({ length: Math.max(0, end - first) }, (_, at) => {
    const number = first + at;
    const type = number === MADE - 1 ? 'refund' : 'payment';
    const tracking_id = number === MADE - 1 ? 'p7' : `p${number}`;
    return { uid: `u${number}`, type, status: 'successful', tracking_id };
  });
  return JSON.stringify({ transactions, last_object_id: String(end) });
}

test('the reports of a year are read to their end, however many payments they have', async () => {
  provider = new Provider(({ body }) => reported(body));
  const reportsUrl = await provider.start();
  const now = FIRST + MADE * EVERY_MS;
  const { list } = hostedPageGateway({ ...keys, reportsUrl }, () => now);
  const paid = new Set<string>();
  const back: string[] = [];
  let cursor = '';
  for (let more = true; more; ) {
    const page = await list?.(cursor);
    if (!page) throw new Error('no answer');
    for (const { trackingId, kind } of page.movements) {
      if (kind === 'paid') paid.add(trackingId);
      else back.push(trackingId);
    }
    cursor = page.cursor;
    more = page.more;
  }
  expect(paid.size).toBe(MADE - 1);
  expect(back).toEqual(['p7']);
  expect(provider.seen[0]).toMatchObject({ method: 'POST', path: '/reports' });
  expect(provider.seen[0]?.headers['x-api-version']).toBe('3');
  expect(JSON.parse(provider.seen[0]?.body ?? '').report_params).toMatchObject({
    date_type: 'paid_at',
    status: 'successful',
    time_zone: 'UTC',
  });
  // An hour is read again the next time.
  expect(cursor).toBe(new Date(now - 3600_000).toISOString());
  expect(hostedPageGateway(keys).list).toBeUndefined();
});

test('a report that leads back to the same page, or is no report, is no answer', async () => {
  provider = new Provider(() => '{"transactions":[{"tracking_id":"p1"}],"last_object_id":7}');
  const { list } = hostedPageGateway({ ...keys, reportsUrl: await provider.start() });
  const first = await list?.('');
  expect(first?.cursor).toMatch(/\|7$/);
  expect(await list?.(first?.cursor ?? '')).toBeUndefined();
  provider.answerWith(() => '{"transactions":{}}');
  expect(await list?.('')).toBeUndefined();
  expect(await list?.('no moment')).toBeUndefined();
});

test('a payment that was given back at the provider says so, and without an answer about it nothing does', async () => {
  const paid =
    '{"checkout":{"status":"successful","finished":true,"order":{"tracking_id":"p1"},"gateway_response":{"uid":"u-1"}}}';
  const refund = { type: 'refund', parent_uid: 'u-1', status: 'successful' };
  const payment = { uid: 'u-1', type: 'payment', status: 'successful' };
  const list = (...refunds: object[]) => JSON.stringify({ transactions: [payment, ...refunds] });
  let answer: string | { status: number } = list(refund);
  provider = new Provider(({ path }) =>
    path.startsWith('/v2/transactions/tracking_id') ? answer : paid,
  );
  const baseUrl = await provider.start();
  const gateway = hostedPageGateway({ ...keys, baseUrl, transactionsUrl: baseUrl });
  expect(await gateway.outcome('t1')).toEqual({ status: 'success', refunded: true });
  answer = list({ ...refund, uid: 'r-1', status: 'pending' });
  expect(await gateway.outcome('t1')).toEqual({ status: 'success', refundOpen: true });
  answer = list();
  expect(await gateway.outcome('t1')).toEqual({ status: 'success' });
  answer = { status: 503 };
  expect(await gateway.outcome('t1')).toBeUndefined();
});

test('SPEC-06 the gateway says whose name is on the card that paid, where its provider gives it', async () => {
  const paid =
    '{"checkout":{"status":"successful","finished":true,"order":{"amount":15050,"currency":"AUD","tracking_id":"p1"},"gateway_response":{"payment":{"uid":"u-1"}}}}';
  let card: object | undefined = { holder: 'ANN OTHER', last_4: '4242' };
  let isListed = false;
  provider = new Provider(({ path }) => {
    if (!path.startsWith('/v2/transactions/tracking_id/')) return paid;
    const another = {
      uid: 'u-0',
      type: 'payment',
      status: 'failed',
      credit_card: { holder: 'NO' },
    };
    const payment = { uid: 'u-1', type: 'payment', status: 'successful', credit_card: card };
    return JSON.stringify({ transactions: isListed ? [another, payment] : [another] });
  });
  const baseUrl = await provider.start();
  const gateway = hostedPageGateway({ ...keys, baseUrl, transactionsUrl: baseUrl });
  // The checkout is successful before the list has its payment: nobody knows yet whose card it was.
  expect(await gateway.outcome('t1')).toBeUndefined();
  isListed = true;
  expect(await gateway.outcome('t1')).toEqual({ status: 'success', holder: 'ANN OTHER' });
  card = undefined;
  expect(await gateway.outcome('t1')).toEqual({ status: 'success' });
});

test('HARD-98 a checkout that does not name its payment has the one of the list, with its card’s name', async () => {
  const paid =
    '{"checkout":{"status":"successful","finished":true,"order":{"amount":15050,"currency":"AUD","tracking_id":"p1"}}}';
  const payment = {
    ...{ uid: 'u-1', type: 'payment', status: 'successful' },
    credit_card: { holder: 'Test Persan' },
  };
  const declined = { ...payment, uid: 'u-0', status: 'failed', credit_card: { holder: 'Other' } };
  let listed: readonly object[] = [declined];
  provider = new Provider(({ path, method }) => {
    if (method === 'POST') return '{"transaction":{"uid":"r-1","status":"successful"}}';
    return path.startsWith('/v2/transactions/tracking_id/')
      ? JSON.stringify({ transactions: listed })
      : paid;
  });
  const baseUrl = await provider.start();
  const gateway = hostedPageGateway({ ...keys, baseUrl, transactionsUrl: baseUrl });
  // Whose card it was is not known yet, so nothing is.
  expect(await gateway.outcome('t1')).toBeUndefined();
  listed = [declined, payment];
  expect(await gateway.outcome('t1')).toEqual({ status: 'success', holder: 'Test Persan' });
  expect(await gateway.refund('t1', '')).toBe('refunded');
  expect(JSON.parse(provider.seen.at(-1)?.body ?? '')).toMatchObject({
    request: { parent_uid: 'u-1' },
  });
  listed = [payment, payment];
  expect(await gateway.outcome('t1')).toEqual({ status: 'success', holder: 'Test Persan' });
  listed = [payment, { ...payment, uid: 'u-2' }];
  expect(await gateway.outcome('t1')).toBeUndefined();
});
