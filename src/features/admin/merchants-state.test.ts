import { expect, test } from 'vitest';
import type { Merchant } from '#core/contract/staff/merchant.ts';
import { type Failure, fail, type Outcome, ok } from '#core/failure.ts';
import { createMerchants } from './merchants-state.ts';

const network: Failure = { kind: 'network' };
const aurora: Merchant = { merchant_id: 'm1', first_name: 'Aurora', last_name: 'Books' };

function world(...answers: Outcome<readonly Merchant[]>[]) {
  return { merchants: createMerchants({ list: async () => answers.shift() ?? fail(network) }) };
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

test('ADM-02 what was known of one administrator is forgotten with them', async () => {
  const { merchants } = world(ok([aurora]));
  await merchants.load();
  merchants.forget();
  expect(merchants.state).toMatchObject({ status: 'loading', merchants: [] });
  await merchants.load();
  expect(merchants.state).toMatchObject({ status: 'failed', merchants: [] });
});
