import { expect, test } from 'vitest';
import type { WithdrawalStatus } from '#core/contract/withdrawal.ts';
import { awaited, isCancellable, standingOf, timelineOf } from './timeline-steps.ts';

const at = '2026-11-21T08:00:00.000Z';
const shown = (status: WithdrawalStatus, taken: readonly WithdrawalStatus[]) =>
  timelineOf({ status, steps: taken.map((step) => ({ status: step, at })) }).map(
    (step) => `${step.at === undefined ? '·' : '✓'} ${step.status}`,
  );

test('BEY-15 the timeline says what happened, and what is still to come unless it has ended', () => {
  expect(shown('requested', ['requested'])).toEqual(['✓ requested', '· broadcast', '· completed']);
  expect(shown('broadcast', ['requested', 'broadcast'])).toEqual([
    '✓ requested',
    '✓ broadcast',
    '· completed',
  ]);
  expect(shown('completed', ['requested', 'broadcast', 'completed']).at(-1)).toBe('✓ completed');
  expect(shown('cancelled', ['requested', 'cancelled'])).toEqual(['✓ requested', '✓ cancelled']);
  expect(shown('failed', ['requested', 'failed'])).toEqual([
    '✓ requested',
    '✓ failed',
    '· refunded',
  ]);
  expect(shown('refunded', ['requested', 'failed', 'refunded']).at(-1)).toBe('✓ refunded');
});

test('BEY-15 a withdrawal that was cancelled for the customer says why, where it says so', () => {
  const cancelled = { status: 'cancelled' as const, steps: [{ status: 'cancelled' as const, at }] };
  expect(timelineOf({ ...cancelled, cancelled_for: 'password-reset' })[0]?.why).toBe(
    'Your password was reset',
  );
  expect(timelineOf(cancelled)[0]?.why).toBeUndefined();
});

test('BEY-15 what is held is not called sent, and what can be cancelled no longer is not called held', () => {
  expect(standingOf('requested', true).text).toBe('On hold');
  expect(standingOf('requested', false).text).toBe('Being sent');
  expect(standingOf('broadcast', false).text).toBe('On its way');
  expect(awaited('broadcast', true)).toContain('you can cancel');
  expect(awaited('broadcast', false)).not.toContain('cancel');
  const until = { cancellable_until: at };
  expect(isCancellable(until, Date.parse(at) - 1)).toBe(true);
  // Without a connection nobody says so, but the hold is over.
  expect(isCancellable(until, Date.parse(at))).toBe(false);
  expect(isCancellable({ cancellable_until: null }, 0)).toBe(false);
});
