import { afterEach, expect, test } from 'vitest';
import { Provider } from '#tests/support/provider.ts';
import { httpMerchants } from './http-merchants.ts';

let provider: Provider | undefined;
afterEach(() => provider?.stop());

const request = {
  page: 2,
  limit: 100,
  search_key: '',
  order: '',
  sourceSearch: '',
  statusSearch: '',
  user_id: 'm1',
};

async function listed(answer: string | { status: number }) {
  provider = new Provider(() => answer);
  return httpMerchants({ baseUrl: await provider.start(), key: 'k' }).list(request);
}

test('ADM-04 the gateway is sent our request at its own path, and its data.details are read', async () => {
  const listing = await listed(
    '{"status":"success","data":{"details":[{"_id":"a","transaction_id":7,"request_type":"2","status":true,"code":200,"amount":9007199254740993.01,"currency":"EUR","currency_amount":"1e2","createdAt":"2026-05-14T10:39:00"}]}}',
  );
  expect(provider?.seen[0]).toMatchObject({
    method: 'POST',
    path: '/client/payment/merchant/get-transaction-listing',
    headers: { authorization: 'Bearer k' },
  });
  expect(JSON.parse(provider?.seen[0]?.body ?? '')).toEqual(request);
  expect(listing).toEqual({
    total: null,
    details: [
      {
        _id: 'a',
        transaction_id: '7',
        request_type: 2,
        status: true,
        code: '200',
        amount: '9007199254740993.01',
        currency: 'EUR',
        currency_amount: '100',
        currency_value: null,
        user_name: null,
        source: null,
        orderreference: null,
        createdAt: '2026-05-14T10:39:00',
      },
    ],
  });
});

test('ADM-04 a gateway that fails, or whose answer cannot be read, has no listing', async () => {
  for (const answer of [
    { status: 500 },
    'nonsense',
    '{"status":"error","data":{"details":[]}}',
    '{"status":"success","data":{}}',
    '{"status":"success","data":{"details":[{"_id":"a"}]}}',
    '{"status":"success","data":{"details":[null]}}',
  ]) {
    expect(await listed(answer)).toBeUndefined();
    await provider?.stop();
  }
  expect(await listed('{"status":"success","data":{"details":[],"total":236}}')).toEqual({
    details: [],
    total: 236,
  });
});
