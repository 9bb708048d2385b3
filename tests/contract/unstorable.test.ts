import { cbc } from '@noble/ciphers/aes.js';
import { utf8ToBytes } from '@noble/ciphers/utils.js';
import { expect, test } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { listNotices } from '#core/contract/account/notifications.ts';
import { sendEmailOtp } from '#core/contract/account/registration.ts';
import { login } from '#core/contract/account/session.ts';
import type { AnyEndpoint } from '#core/contract/endpoint.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { getEquivalentUsdc, insertTransaction } from '#core/contract/money/payment.ts';
import { getMerchantTransactions } from '#core/contract/staff/merchant.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { toBase64 } from '#core/envelope/base64.ts';
import { transport } from '#tests/support/api-client.ts';
import { hex32, rawCall } from '#tests/support/raw-call.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const address = {
  kind: 'crypto',
  label: 'x\0',
  currency_id: 'ETH',
  network: 'Ethereum',
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
};

/** Values that PostgreSQL takes neither as a text, nor as an instant, nor as an offset. */
const requests: readonly (readonly [string, AnyEndpoint, object])[] = [
  ['profile', updateProfile, { address: 'a\0b', city: 'c', state: 's', postal: 'p' }],
  ['sign-in', login, { email: 'a\0@kopa.test', password: 'x' }],
  ['code by mail', sendEmailOtp, { email: 'a\0@kopa.test', type: 1 }],
  ['saved address', saveAddress, address],
  ['purchase’s id', getEquivalentUsdc, { transaction_id: 'a\0' }],
  ['price’s currency', getCurrencyPrice, { base_currency: 'BTC', quote_currency: 'A\0' }],
  ['history’s currency', getTransactionHistory, { currency_id: 'B\0' }],
  ['history’s place', getTransactionHistory, { after: '999999999999999.x.9999' }],
  ['history’s place, just too late', getTransactionHistory, { after: '253402300800000.x.1' }],
  ['news of the latest instant', listNotices, { after: '+275760-09-13T00:00:00.000Z' }],
  ['news of an early instant', listNotices, { after: '-200000-09-13T00:00:00.000Z' }],
  ['news of the year 10000', listNotices, { after: '9999-12-31T23:59:59.999-12:00' }],
  ['place among the routes', getPaymentRoutes, { offset: 1e300 }],
  ['place among the routes, just too far', getPaymentRoutes, { offset: 1_000_000_001 }],
  ['news of no day', listNotices, { after: '2026-02-31T25:00:00.000Z' }],
];

test.each(requests)(
  'NET-01 a %s that no database can take is refused as malformed and is no failure of ours',
  async (_, endpoint, request) => {
    const who = await kopa.person();
    const before = kopa.log.length;
    const reply = await who.call(endpoint, request);
    expect(reply).toMatchObject({ status: 400, refusal: { code: 'MALFORMED' } });
    expect(kopa.log.slice(before).filter((line) => line.includes('"error"'))).toEqual([]);
  },
);

test('BEY-17 a notice whose purchase id no database can hold belongs to nobody and is no failure of ours', async () => {
  const body = JSON.stringify({ transaction: { tracking_id: 'a\0' } });
  const reply = await fetch(`${kopa.url}/webhooks/payment`, { method: 'POST', body });
  expect(reply.status).toBe(401);
});

test('NET-01 ADM-04 a page number that no database can count to is refused as malformed and is no failure of ours', async () => {
  const who = await kopa.person({ role: 'admin' });
  const before = kopa.log.length;
  for (const page of [1e300, 2 ** 62, 1_000_000_001]) {
    const reply = await who.call(getMerchantTransactions, { page });
    expect(reply).toMatchObject({ status: 400, refusal: { code: 'MALFORMED' } });
  }
  const last = { page: 1_000_000_000, limit: 500 };
  const { data } = await who.must(getMerchantTransactions, last);
  expect(data.details).toEqual([]);
  expect(kopa.log.slice(before).filter((line) => line.includes('"error"'))).toEqual([]);
});

test('NET-01 BUY-06 extra data beside a record, however deeply nested, is no failure of ours', async () => {
  const { id: user_id, credential } = await kopa.person();
  const id = 'deep';
  await kopa.db
    .insertInto('purchases')
    .values({
      ...{ id, user_id, amount: '1', currency: 'AUD', crypto_units: '1', token: id },
      ...{ crypto_currency: 'BTC', usdc: '1', usdc_rate: '1', status: 'declined' },
      created_at: kopa.clock.sql,
      recorded_at: null,
      next_check_at: kopa.clock.sql,
    })
    .execute();
  const before = kopa.log.length;
  const record = {
    ...{ nonce: hex32(), transaction_id: id, amount: '1', currency: 'AUD', usdc: '1' },
    ...{ crypto_value: '1', crypto_currency: 'BTC', device_type: 'test', status: 'success' },
  };
  const deep = '['.repeat(15_000) + ']'.repeat(15_000);
  const text = `${JSON.stringify(record).slice(0, -1)},"data":{"x":${deep}}}`;
  const sealed = cbc(transport.key, transport.iv).encrypt(utf8ToBytes(text));
  const reply = await rawCall(
    kopa.url,
    insertTransaction,
    JSON.stringify({ req: toBase64(sealed) }),
    { credential, headers: { 'idempotency-key': hex32() } },
  );
  expect(reply).toMatchObject({ status: 200, body: { data: { status: 'declined' } } });
  expect(kopa.log.slice(before).filter((line) => line.includes('"error"'))).toEqual([]);
});

test('the last possible place and instant can be asked about', async () => {
  const who = await kopa.person();
  const last = { after: '253402300799999.x.9999' };
  await who.must(getTransactionHistory, last);
  for (const after of ['9999-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z']) {
    await who.must(listNotices, { after });
  }
});
