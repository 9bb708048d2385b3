import { expect, test, vi } from 'vitest';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

const DAY_MS = 86_400_000;

test('TX-01 an entry without a date does not end the export of a period', async () => {
  const transport = transportKey(developmentKey.key, developmentKey.iv);
  const now = Date.parse('2026-05-13T10:00:00Z');
  const row = (id: string, created_at: string) => ({
    account_transaction_id: id,
    transaction_class: 'manual',
    type: 'credit',
    amount: '1',
    currency_id: 'BTC',
    created_at,
    comment: '',
    network: '',
    sender: '',
    recipient: '',
    payment_method: '',
  });
  const dayBefore = (days: number): string => new Date(now - days * DAY_MS).toISOString();
  const pages = [
    [row('a', dayBefore(1)), row('b', 'soon')],
    [row('c', dayBefore(2))],
    [row('d', dayBefore(9))],
    [row('e', dayBefore(10))],
  ];
  let asked = 0;
  stubSignedIn(async () => {
    const data = pages[asked++];
    const answer = { status: 'success', data, next: String(asked), as_of: dayBefore(0) };
    const res = seal(transport, answer, nonceOf(new Uint8Array(16)));
    return new Response(JSON.stringify({ res }));
  });
  vi.resetModules();
  const { exportHistory } = await import('./export-history.ts');
  const context = { type: 'Swap', period: 'Week', customer: '', timeZone: 'UTC', now } as const;
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  // No entry is a swap, so no file is written, but the pages are read all the same.
  expect(await exportHistory('CSV', context, undefined, options)).toBe('No data to export');
  expect(asked).toBe(3);
  vi.unstubAllGlobals();
});
