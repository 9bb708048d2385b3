import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { Provider } from '#tests/support/provider.ts';
import { httpIncoming } from './http-incoming.ts';

let provider: Provider | undefined;
afterEach(() => provider?.stop());

const settings = {
  baseUrl: 'https://custodian.example',
  token: 't0',
  webhookSecret: 'secret',
  pollSeconds: 30,
};

async function custodian(answer: string | { status: number }) {
  provider = new Provider(() => answer);
  return { provider, incoming: httpIncoming({ ...settings, baseUrl: await provider.start() }) };
}

const hash = 'AB'.repeat(32);
const told = {
  id: 'd/1',
  network: 'Bitcoin',
  address: 'BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU',
  currency: 'BTC',
  amount: '00.2500',
  txid: hash,
  output_index: 1,
  confirmations: 3,
  status: 'confirmed',
  senders: ['BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU', '1Other'],
  fee: 'nobody asks',
};
const read = {
  id: 'd/1',
  network: 'Bitcoin',
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  tag: '',
  currency: 'BTC',
  amount: '0.25',
  hash: hash.toLowerCase(),
  outputIndex: 1,
  senders: ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '1Other'],
  confirmations: 3,
  status: 'confirmed',
};
const list = (deposits: readonly unknown[], more: object = {}) =>
  JSON.stringify({ deposits, next: 'c2', ...more });

test('BEY-18 the list is requested from a cursor on, with our token, and fields we do not know are left out', async () => {
  const { provider, incoming } = await custodian(list([told], { more: true, total: 1 }));
  expect(await incoming.list('')).toEqual({
    deposits: [read],
    unreadable: [],
    cursor: 'c2',
    more: true,
  });
  await incoming.list('c2&limit=9');
  expect(provider.seen.map(({ path }) => path)).toEqual([
    '/deposits?limit=100',
    '/deposits?limit=100&since=c2%26limit%3D9',
  ]);
  expect(provider.seen[0]?.headers.authorization).toBe('Bearer t0');
});

test('BEY-18 unreadable entries are reported apart from readable ones, by id where they have one', async () => {
  const { incoming } = await custodian(
    list([
      null,
      { ...told, amount: 0.25 },
      told,
      { ...told, id: '' },
      { ...told, txid: undefined },
    ]),
  );
  expect(await incoming.list('c1')).toEqual({
    deposits: [read],
    unreadable: [undefined, 'd/1', undefined, 'd/1'],
    cursor: 'c2',
    more: false,
  });
});

test.each([
  '',
  '[]',
  '{"deposits":[]}',
  '{"deposits":{},"next":"c2"}',
  '{"deposits":[],"next":7}',
  '{"deposits":[],"next":"c\\u0000"}',
  { status: 500 },
  { status: 302 },
])('an answer that is not a list counts as none: %j', async (answer) => {
  const { incoming } = await custodian(answer);
  expect(await incoming.list('')).toBeUndefined();
});

test('BEY-18 one deposit is asked about by its id, and only an answer for that id counts', async () => {
  const { provider, incoming } = await custodian(JSON.stringify(told));
  expect(await incoming.find('d/1')).toEqual(read);
  expect(provider.seen[0]?.path).toBe('/deposits/d%2F1');
  expect(await incoming.find('d2')).toBeUndefined();
  provider.answerWith(() => ({ status: 404 }));
  expect(await incoming.find('d/1')).toBeUndefined();
});

test('BEY-18 only an unambiguous status ends a deposit either way', async () => {
  const { provider, incoming } = await custodian('');
  const words = ['pending', 'confirmed', 'failed', 'dropped', 'rejected', 'CONFIRMED', ''];
  const statuses: unknown[] = [];
  for (const status of words) {
    provider.answerWith(() => JSON.stringify({ ...told, status }));
    statuses.push((await incoming.find('d/1'))?.status);
  }
  expect(statuses).toEqual([
    ...['pending', 'confirmed', 'dropped', 'dropped', 'dropped', 'pending', 'pending'],
  ]);
});

test('BEY-05 tags are read as numbers however they are written; addresses and hashes keep the case that matters', async () => {
  const { provider, incoming } = await custodian('');
  const as = async (more: object) => {
    provider.answerWith(() => JSON.stringify({ ...told, ...more }));
    return incoming.find('d/1');
  };
  for (const tag of ['10007', '0010007', 10007]) {
    expect(await as({ tag })).toMatchObject({ tag: '10007' });
  }
  expect(await as({ tag: 0 })).toMatchObject({ tag: '0' });
  expect(await as({ tag: null })).toMatchObject({ tag: '' });
  expect(await as({ tag: 2 ** 32 - 1 })).toMatchObject({ tag: '4294967295' });
  expect(await as({ tag: 2 ** 32 })).toBeUndefined();
  expect(await as({ tag: 1.5 })).toBeUndefined();
  expect(await as({ address: '0x9858effd232b4033e47d90003d41ec34ecaeda94' })).toMatchObject({
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  });
  const solana = { address: 'So11111111111111111111111111111111111111112', txid: '5VERv8NMvzbJ' };
  expect(await as(solana)).toMatchObject({ address: solana.address, hash: solana.txid });
});

test('BEY-18 a notice counts as the custodian’s only with a signature of its exact body', () => {
  const incoming = httpIncoming(settings);
  const body = Buffer.from('{"deposit":"d1"}');
  const signature = createHmac('sha256', 'secret').update(body).digest('hex');
  const ask = (from: typeof incoming, what: Uint8Array, header: string | undefined) =>
    from.isNotice(what, (name) => (name === 'x-custody-signature' ? header : undefined));
  expect(ask(incoming, body, signature)).toBe(true);
  expect(ask(incoming, Buffer.from('{"deposit":"d2"}'), signature)).toBe(false);
  for (const other of [undefined, '', 'zz', signature.slice(2), 'é'.repeat(64)]) {
    expect(ask(incoming, body, other)).toBe(false);
  }
  const empty = createHmac('sha256', '').update(body).digest('hex');
  expect(ask(httpIncoming({ ...settings, webhookSecret: '' }), body, empty)).toBe(false);
});
