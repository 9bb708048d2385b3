import { expect, test } from 'vitest';
import type { Failure } from '#core/failure.ts';
import { confirmErrorText, quoteErrorText, swappedText } from './swap-texts.ts';

const refused = (message: string, errors?: string[], status = 422): Failure => ({
  kind: 'refused',
  status,
  refusal: {
    status: 'error',
    code: 'BELOW_MINIMUM',
    message,
    ...(errors ? { errors } : {}),
  },
});

test('SWAP-12 the order: errors of the answer, its message, the connection, the default', () => {
  expect(quoteErrorText(refused('second', ['first']), 'third', undefined)).toBe('first');
  expect(quoteErrorText(refused('second', []), 'third', undefined)).toBe('second');
  expect(quoteErrorText(refused(' '), 'third', undefined)).toBe('third');
  expect(quoteErrorText({ kind: 'network' }, 'Network error', undefined)).toBe('Network error');
  expect(quoteErrorText({ kind: 'network' }, undefined, undefined)).toBe('Failed to get quote');
});

test('SWAP-12 a text about the minimum names it', () => {
  const minimum = { amount: '0.001', symbol: 'BTC' };
  expect(quoteErrorText(refused('Amount is less than min amount'), undefined, minimum)).toBe(
    'Amount is less than min amount. Minimum required: 0.001 BTC',
  );
  expect(quoteErrorText(refused('Below the minimum amount.'), undefined, minimum)).toBe(
    'Below the minimum amount. Minimum required: 0.001 BTC',
  );
  expect(quoteErrorText(refused('Something else'), undefined, minimum)).toBe('Something else');
});

test('SWAP-13 confirm errors', () => {
  expect(confirmErrorText(refused('This quote has expired.'))).toBe('This quote has expired.');
  expect(confirmErrorText(refused('', undefined, 422))).toBe('Server error: 422');
  expect(confirmErrorText({ kind: 'offline' })).toBe(
    'Network error - please check your connection',
  );
  expect(confirmErrorText({ kind: 'unreadable', status: 404, reason: 'sealed' })).toBe(
    'Server error: 404',
  );
  expect(confirmErrorText({ kind: 'unreadable', status: 200, reason: 'sealed' })).toBe(
    'Unexpected response from server',
  );
  expect(confirmErrorText({ kind: 'session-over' })).toBe('Failed to complete swap');
});

test('SWAP-14 the success text', () => {
  expect(swappedText('0.05', 'BTC', '3,200.12', 'USDT')).toBe(
    'You swapped 0.05 BTC for 3,200.12 USDT',
  );
});
