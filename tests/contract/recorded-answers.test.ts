import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import type { AnyEndpoint } from '#core/contract/endpoint.ts';
import { endpoints } from '#core/contract/endpoints.ts';

/**
 * Answers as they stand in the table `operations`, by the path of their endpoint. They are given
 * again to whoever asks later, those of swaps and withdrawals for ever: a page that cannot read one
 * never learns what became of its money. An answer may gain optional fields. A line here is never
 * changed; an answer recorded in another form gets a line of its own.
 */
const recorded: Readonly<Record<string, readonly string[]>> = {
  '/exchange/confirm-swap': [
    '{"status":"success","data":{"operation_id":"0d1c","source_currency_id":"BTC","source_currency_amount":"0.1","target_currency_id":"USDC","target_currency_amount":"9949.5","created_at":"2026-11-21T10:00:00.000Z"}}',
  ],
  '/exchange/create-withdrawal-action': [
    '{"status":"success","data":{"withdrawal_id":"0d1c","amount":"0.1","fee":"0.0001","total":"0.1001","currency_id":"BTC"}}',
  ],
  '/exchange/create-payout': [
    '{"status":"success","data":{"withdrawal_id":"0d1c","amount":"100","fee":"0.5","total":"100.5","currency_id":"EUR"}}',
  ],
  '/exchange/add-recurring-buy': ['{"status":"success","data":{"buy_id":"0d1c"}}'],
  '/exchange/init-transaction': [
    '{"status":"success","data":{"tracking_id":"0d1c","checkout":{"token":"t1","redirect_url":"https://pay.example/t1"}}}',
  ],
  '/exchange/insert-transaction': [
    '{"status":"success","data":{"transaction_id":"0d1c","status":"success"}}',
  ],
};

test('BEY-02 every answer that was recorded before can still be read', () => {
  const money: readonly AnyEndpoint[] = Object.values(endpoints).filter(
    ({ effect }) => effect === 'money',
  );
  expect(money.map(({ path }) => path).sort()).toEqual(Object.keys(recorded).sort());
  for (const { path, answer } of money) {
    for (const text of recorded[path] ?? []) {
      const read = safeParse(answer, JSON.parse(text));
      expect(read.issues, path).toBeUndefined();
      expect(read.output).toEqual(JSON.parse(text));
    }
  }
});
