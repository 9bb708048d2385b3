import { expect, test } from 'vitest';
import type { Merchant } from '#core/contract/merchant.ts';
import { type Failure, fail, type Outcome, ok } from '#core/failure.ts';
import { createMerchants } from './merchants-state.ts';

const network: Failure = { kind: 'network' };
const aurora: Merchant = { merchant_id: 'm1', first_name: 'Aurora', last_name: 'Books' };

function world(
  ...answers: (Outcome<readonly Merchant[]> | Promise<Outcome<readonly Merchant[]>>)[]
) {
  const user = { id: 'admin' };
  const merchants = createMerchants({
    userId: () => user.id,
    list: async () => answers.shift() ?? fail(network),
  });
  return { user, merchants };
}

test('ADM-02 the merchants are there, and a refresh that fails keeps them', async () => {
  const { merchants } = world(ok([aurora]));
  expect(merchants.state.status).toBe('loading');
  await merchants.load();
  expect(merchants.state).toMatchObject({ status: 'ready', merchants: [aurora] });
  await merchants.load();
  expect(merchants.state).toMatchObject({ status: 'ready', merchants: [aurora] });
});

test('ADM-02 without an answer the list has failed, it is not empty; trying again mends it', async () => {
  const { merchants } = world(fail(network), ok([]));
  await merchants.load();
  expect(merchants.state.status).toBe('failed');
  const again = merchants.load();
  expect(merchants.state.status).toBe('loading');
  await again;
  expect(merchants.state).toMatchObject({ status: 'ready', merchants: [] });
});

test('SESS-08 merchants that come after somebody else signed in are not shown', async () => {
  const { promise, resolve } = Promise.withResolvers<Outcome<readonly Merchant[]>>();
  const { user, merchants } = world(promise);
  const loading = merchants.load();
  user.id = 'somebody else';
  resolve(ok([aurora]));
  await loading;
  expect(merchants.state.merchants).toEqual([]);
});

test('ADM-02 what was known of one administrator is forgotten with them', async () => {
  const { user, merchants } = world(ok([aurora]));
  await merchants.load();
  user.id = 'somebody else';
  await merchants.load();
  expect(merchants.state).toMatchObject({ status: 'failed', merchants: [] });
  merchants.forget();
  expect(merchants.state.owner).toBeUndefined();
});
