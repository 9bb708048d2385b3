import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const aurora = { merchant_id: 'm1', first_name: 'Aurora', last_name: 'Books' };

/** The lists that the server answers with, one after the other; undefined: the connection fails. */
async function world(...lists: (readonly object[] | undefined)[]) {
  stubSignedIn(async () => {
    const data = lists.shift();
    if (!data) throw new TypeError('no connection');
    const answer = { status: 'success', data };
    return Response.json({ res: seal(transport, answer, nonceOf(new Uint8Array(16))) });
  });
  const { merchants } = await import('./merchants-state.ts');
  const { session } = await import('#transport/session/session.ts');
  return { merchants, known: merchants.known, session };
}

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('ADM-02 the merchants are there, and a refresh that fails keeps them', async () => {
  const { merchants, known } = await world([aurora]);
  expect(known).toMatchObject({ data: undefined, failure: undefined });
  await merchants.anew();
  expect(known).toMatchObject({ data: [aurora], failure: undefined });
  await merchants.anew();
  expect(known.data).toEqual([aurora]);
});

test('ADM-02 without an answer the list has failed, it is not empty; trying again mends it', async () => {
  const { merchants, known } = await world(undefined, []);
  await merchants.anew();
  expect(known).toMatchObject({ data: undefined, failure: expect.any(String) });
  const again = merchants.anew();
  expect(known.failure).toBeUndefined();
  await again;
  expect(known).toMatchObject({ data: [], failure: undefined });
});

test('ADM-02 what was known of one administrator is forgotten with them', async () => {
  const { merchants, known, session } = await world([aurora]);
  await merchants.anew();
  if (session.user) session.user.id = 'u2';
  expect(known).toMatchObject({ data: undefined, failure: undefined });
  await merchants.anew();
  expect(known).toMatchObject({ data: undefined, failure: expect.any(String) });
});
