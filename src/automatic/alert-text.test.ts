import { expect, test } from 'vitest';
import { alertsInShort, alertText, awayText, tellsText } from './alert-text.ts';

test('LIVE-05 an alert says what it waits for, in its own currency or in per cent', () => {
  expect(alertText({ kind: 'above', value: '90000', money_id: 'AUD' })).toBe(
    'Rises above AU$90,000.00',
  );
  expect(alertText({ kind: 'below', value: '0.5', money_id: 'EUR' })).toMatch(
    /^Falls below €0\.50/,
  );
  expect(alertText({ kind: 'move', value: '7.5', money_id: 'AUD' })).toBe(
    'Moves in a day by 7.5 %',
  );
});

test('EYE-07 the alerts of an asset in one line, and how far the price is from one', () => {
  const above = { kind: 'above', value: '145000', money_id: 'AUD' } as const;
  const move = { kind: 'move', value: '5', money_id: 'AUD' } as const;
  expect(alertsInShort([{ ...above, fired_at: null }])).toBe('1 alert: above AU$145,000.00');
  expect(
    alertsInShort([
      { ...above, fired_at: null },
      { ...move, fired_at: null },
      { ...above, fired_at: '2026-11-28T12:00:00Z' },
    ]),
  ).toBe('2 alerts: above AU$145,000.00, a day’s move of 5 %');
  expect(alertsInShort([{ ...above, fired_at: '2026-11-28T12:00:00Z' }])).toBeUndefined();
  expect(awayText(above, '138935.75')).toBe('4.3% away');
  expect(awayText(above, undefined)).toBeUndefined();
  expect(awayText(move, '138935.75')).toBeUndefined();
});

test('EYE-07 an alert says how it comes as things are, not only what it was set to', () => {
  const said = (channel: 'push' | 'mail', tells_by: 'push' | 'mail', isHere: boolean): string =>
    tellsText({ channel, tells_by }, isHere);
  expect(said('push', 'push', true)).toBe('Notification');
  expect(said('push', 'push', false)).toBe('Notification on another device');
  expect(said('push', 'mail', false)).toBe('Email, as no device takes notifications');
  expect(said('mail', 'mail', false)).toBe('Email');
  expect(tellsText({ channel: 'push' }, true)).toBe('Notification');
});
