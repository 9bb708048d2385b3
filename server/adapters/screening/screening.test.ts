import { afterEach, expect, test } from 'vitest';
import { Provider } from '#tests/support/provider.ts';
import { httpScreening } from './http-screening.ts';

let provider: Provider | undefined;
afterEach(() => provider?.stop());

const question = {
  reference: 'withdrawal:w1',
  who: [
    { kind: 'person', id: 'u1', name: 'Ольга Петрова', born: '1990-01-01', country: 'LT' },
    { kind: 'address', address: '0xabc', currency: 'ETH' },
  ],
} as const;

const CLEAR = {
  'withdrawal:w1#0': { status: 200, results: [{ id: 'Q1', score: 0.4, match: false }] },
  'withdrawal:w1#1': { status: 200, results: [] },
};

async function started(answer: string | { status: number }, key = 'k') {
  provider = new Provider(() => answer);
  return httpScreening({ baseUrl: await provider.start(), key, lists: 'sanctions', most: 100 });
}

const screened = async (responses: object) =>
  (await started(JSON.stringify({ responses }))).screen(question);

test('KEEP-06 the party is asked about each by its own name, as entities of the provider’s model', async () => {
  expect(await screened(CLEAR)).toEqual({ matched: [[], []] });
  expect(provider?.seen).toMatchObject([
    {
      method: 'POST',
      path: '/match/sanctions',
      headers: { authorization: 'ApiKey k', 'content-type': 'application/json' },
    },
  ]);
  // Not our name for the customer.
  expect(JSON.parse(provider?.seen[0]?.body ?? '')).toEqual({
    queries: {
      'withdrawal:w1#0': {
        schema: 'Person',
        properties: { name: ['Ольга Петрова'], birthDate: ['1990-01-01'], country: ['lt'] },
      },
      'withdrawal:w1#1': {
        schema: 'CryptoWallet',
        properties: { publicKey: ['0xabc'], currency: ['ETH'] },
      },
    },
  });
});

test('KEEP-06 what the party itself calls a match is one, for whom it is', async () => {
  const results = [
    { id: 'NK-2', match: true },
    { id: 'NK-1', match: true },
    { id: 'Q9', match: false },
  ];
  expect(
    await screened({
      'withdrawal:w1#0': { status: 200, results },
      'withdrawal:w1#1': { results: [{ id: 'NK-1', match: true }] },
    }),
  ).toEqual({ matched: [['NK-2', 'NK-1'], ['NK-1']] });
});

test('KEEP-06 an answer for another transfer, about only some, or that makes no sense, is no answer', async () => {
  const { 'withdrawal:w1#0': first, 'withdrawal:w1#1': second } = CLEAR;
  for (const responses of [
    { 'withdrawal:w2#0': first, 'withdrawal:w2#1': second },
    { 'withdrawal:w1#0': first },
    { ...CLEAR, 'withdrawal:w1#1': { status: 400, detail: 'refused' } },
    { ...CLEAR, 'withdrawal:w1#1': { status: 200, results: [{ id: 'Q1' }] } },
    {},
  ]) {
    expect(await screened(responses)).toBeUndefined();
    await provider?.stop();
  }
  for (const answer of ['nonsense', '{}', { status: 500 }, { status: 429 }]) {
    expect(await (await started(answer)).screen(question)).toBeUndefined();
    await provider?.stop();
  }
});

test('KEEP-06 the version of the lists is that of the collection that is asked', async () => {
  const catalog = {
    datasets: [
      { name: 'default', version: '1' },
      { name: 'sanctions', version: '2', index_version: '2-b' },
    ],
  };
  const party = await started(JSON.stringify(catalog), '');
  expect(await party.version()).toBe('2-b');
  expect(provider?.seen[0]?.path).toBe('/catalog');
  expect(provider?.seen[0]?.headers).not.toHaveProperty('authorization');
  provider?.answerWith(() => JSON.stringify({ datasets: [{ name: 'default', version: '1' }] }));
  expect(await party.version()).toBeUndefined();
});

test('READ-16 several are asked about in one request, each is answered for itself', async () => {
  const other = { ...question, reference: 'customer:u2', who: question.who.slice(0, 1) };
  const party = await started(
    JSON.stringify({ responses: { ...CLEAR, 'customer:u2#0': { status: 500 } } }),
  );
  expect(await party.screenAll([question, other])).toEqual([{ matched: [[], []] }, undefined]);
  expect(provider?.seen).toHaveLength(1);
  expect(Object.keys(JSON.parse(provider?.seen[0]?.body ?? '').queries)).toEqual([
    'withdrawal:w1#0',
    'withdrawal:w1#1',
    'customer:u2#0',
  ]);
  provider?.answerWith(() => ({ status: 429 }));
  expect(await party.screenAll([question, other])).toBeUndefined();
});

test('HARD-98 a party that wants fewer questions about many is asked about money that waits all the same', async () => {
  const limited = { status: 429, headers: { 'retry-after': '3600' } };
  provider = new Provider(({ body }) =>
    body.includes('customer:u2#0') ? limited : JSON.stringify({ responses: CLEAR }),
  );
  const baseUrl = await provider.start();
  const party = httpScreening({ baseUrl, key: 'k', lists: 'sanctions', most: 100 });
  const other = { ...question, reference: 'customer:u2', who: question.who.slice(0, 1) };
  expect(await party.screenAll([other])).toBeUndefined();
  expect(await party.screen(question)).toEqual({ matched: [[], []] });
  // It is not asked about many before the time that it named.
  expect(await party.screenAll([other])).toBeUndefined();
  expect(provider.seen).toHaveLength(2);
});

test('HARD-98 an entry that was merged with others says what it was called before', async () => {
  const results = [
    { id: 'NK-9', match: true, referents: ['NK-9', 'NK-1', 'Q 1'] },
    { id: 'Q9', match: false, referents: ['Q8'] },
  ];
  expect(await screened({ ...CLEAR, 'withdrawal:w1#0': { status: 200, results } })).toEqual({
    matched: [['NK-9'], []],
    formerly: { 'NK-9': ['NK-1'] },
  });
});
