import { expect, test } from 'vitest';
import { holdReasons } from '#core/contract/account/security.ts';
import type { Waiting } from '#core/contract/money/waiting.ts';
import { requestKinds } from '#core/people/request-rules.ts';
import { toldOf } from './waiting-texts.ts';

const since = '2026-05-13T10:00:00.000Z';
const until = '2026-05-14T10:00:00.000Z';
const btc = { reference: 'r', amount: '0.5', currency: 'BTC', network: 'Bitcoin' };
const card = { reference: 'p', amount: '150.00', currency: 'AUD' };

const kinds: readonly Waiting[] = [
  { kind: 'withdrawal-held', since, until, ...btc },
  { kind: 'withdrawal-sending', since, ...btc },
  { kind: 'withdrawal-delayed', since, ...btc },
  { kind: 'withdrawal-confirming', since, ...btc },
  { kind: 'withdrawal-returning', since, ...btc },
  { kind: 'deposit', since, ...btc, confirmations: 1, needed: 2 },
  { kind: 'deposit-delayed', since, ...btc },
  { kind: 'transfer-arriving', since, ...card },
  { kind: 'transfer-returning', since, ...card },
  { kind: 'purchase', since, ...card },
  { kind: 'refund', since, ...card },
  { kind: 'identity' },
  ...holdReasons.map((reason): Waiting => ({ kind: 'hold', until, reason })),
  { kind: 'hold', until: null, reason: 'reported' },
  ...requestKinds.map(
    (request): Waiting => ({ kind: 'request', since, until, reference: 'R-1', request }),
  ),
  { kind: 'recovery', since, until },
  { kind: 'recovery', since, until: null },
];

/** The instant itself, so that a test can look for it. */
const timeOf = (at: number): string => new Date(at).toISOString();

test('EASE-15 everything that waits says for what, by when the customer hears, and what can be done now', () => {
  for (const one of kinds) {
    const { title, why, by, next } = toldOf(one, timeOf);
    for (const text of [title, why, by, next.text]) expect(text, one.kind).toMatch(/^\S.{4,}/);
    expect(next.path).toMatch(/^\//);
    if ('until' in one && one.until) expect(by).toContain(one.until);
  }
});

test('EASE-15 the deadline of a network is three times its usual time, and an hour at least', () => {
  const byOf = (network: string) =>
    toldOf({ kind: 'deposit', since, ...btc, network, confirmations: 0, needed: 2 }, timeOf).by;
  expect(byOf('Bitcoin')).toBe(
    'It usually takes about 30 minutes. If you hear nothing by 2026-05-13T11:30:00.000Z, write to us.',
  );
  expect(byOf('Solana')).toBe(
    'It usually takes about a minute. If you hear nothing by 2026-05-13T11:00:00.000Z, write to us.',
  );
});

test('KEEP-06 what screening holds is told in the same words whatever the reason, which tip nobody off', () => {
  for (const kind of ['withdrawal-delayed', 'deposit-delayed'] as const) {
    const { why, by } = toldOf({ kind, since, ...btc }, timeOf);
    expect(why).toBe('This takes longer than usual.');
    expect(`${why} ${by}`).not.toMatch(/check|screen|list|review|compliance|suspicio|law/i);
  }
});
