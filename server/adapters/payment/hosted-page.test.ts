import { afterEach, expect, test } from 'vitest';
import { Provider } from '#server/adapters/provider.fixture.ts';
import { hostedPageGateway } from './hosted-page.ts';

let provider: Provider | undefined;
afterEach(() => provider?.stop());

const checkout = {
  trackingId: 'p1',
  amount: '150.5',
  currency: 'AUD',
  description: '0.001 BTC',
  urls: { success: 's', decline: 'd', fail: 'f', cancel: 'c' },
};

test('BUY-05 a checkout is opened in minor units under our tracking id', async () => {
  provider = new Provider(
    () => '{"checkout":{"token":"t1","redirect_url":"https://pay.example/t1"}}',
  );
  const baseUrl = await provider.start();
  const gateway = hostedPageGateway({ baseUrl, shopId: 'shop', secretKey: 'key' });
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
    order: { amount: 15050, currency: 'AUD', tracking_id: 'p1' },
  });
  expect(await gateway.open({ ...checkout, amount: '1.005' })).toBeUndefined();
});

test('BUY-06 the gateway alone says how a payment ended', async () => {
  let status = '';
  provider = new Provider(() => `{"checkout":{"status":"${status}","finished":true}}`);
  const baseUrl = await provider.start();
  const gateway = hostedPageGateway({ baseUrl, shopId: 'shop', secretKey: 'key' });
  const outcomes: unknown[] = [];
  for (status of ['successful', 'failed', 'declined', 'expired', 'odd']) {
    outcomes.push(await gateway.outcome('t1'));
  }
  expect(outcomes).toEqual(['success', 'failed', 'declined', 'cancelled', 'unknown']);
  provider.answerWith(() => '{"checkout":{"status":"created","finished":false}}');
  expect(await gateway.outcome('t1')).toBe('pending');
  provider.answerWith(() => ({ status: 503 }));
  expect(await gateway.outcome('t1')).toBeUndefined();
});
