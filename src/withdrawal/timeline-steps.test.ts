import { expect, test } from 'vitest';
import { returnReasons, type WithdrawalStatus } from '#core/contract/money/withdrawal.ts';
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

test('KEEP-06 one that screening holds takes longer, and is not said to be under way', () => {
  expect(standingOf('requested', false, true).text).toBe('Takes longer');
  expect(standingOf('requested', true, true).text).toBe('On hold');
  expect(standingOf('broadcast', false, true).text).toBe('On its way');
  expect(awaited('broadcast', false, { delayed: true })).toBe(
    'This takes longer than usual. There is nothing for you to do',
  );
  expect(awaited('completed', false, { delayed: true })).toContain('network');
});

test('BANK-05 cash to a bank account says so, and why it came back', () => {
  const steps = (['requested', 'broadcast', 'completed', 'failed', 'refunded'] as const).map(
    (status) => ({ status, at: '2026-01-02T03:04:05.000Z' }),
  );
  const told = timelineOf({
    ...{ steps, status: 'refunded', holder: 'Test Person', returned_for: 'account-closed' },
  });
  expect(told.map(({ title }) => title)).toEqual([
    ...['Requested', 'Sent to the bank', 'Arrived', 'Returned by the bank'],
    'Your money is back, with the fee',
  ]);
  expect(told[3]?.why).toBe('Because the account is closed');
  expect(awaited('broadcast', false, { holder: 'Test Person' })).toBe('Being sent to the bank');
  expect(awaited('broadcast', false)).toBe('Being sent to the network');
});

test('KEEP-16 what was cancelled, failed or came back says why and how to mend it', () => {
  const steps = (['cancelled', 'failed'] as const).map((status) => ({ status, at }));
  const told = (because: Partial<Parameters<typeof timelineOf>[0]>) =>
    timelineOf({ status: 'refunded', steps, ...because }).map(({ why, mend }) => [why, mend]);
  expect(told({ cancelled_for: 'reported' })[0]).toEqual([
    'You reported activity that was not yours',
    expect.stringContaining('Reset your password'),
  ]);
  expect(told({ cancelled_for: 'verification' })[0]?.[1]).toContain('Profile, Verification');
  expect(told({ cancelled_for: 'password-reset' })[0]?.[1]).toContain('24 hours after the reset');
  // At the customer's own wish there is nothing to mend.
  expect(told({})).toEqual([
    [undefined, undefined],
    ['The network did not carry it out', expect.stringContaining('Compare address and network')],
  ]);
  const holder = 'Test Person';
  for (const reason of returnReasons) {
    const [, failed] = told({ holder, returned_for: reason });
    expect(failed?.[0], reason).toMatch(/^Because /);
    expect(failed?.[1], reason).toMatch(/account/);
  }
  // The bank has not said why yet.
  expect(told({ holder })[1]).toEqual([undefined, undefined]);
});

test('KEEP-16 KEEP-06 one that screening refused says neither more nor how to mend it', () => {
  const [cancelled] = timelineOf({
    ...{ status: 'cancelled', steps: [{ status: 'cancelled', at }], cancelled_for: 'refused' },
  });
  expect([cancelled?.why, cancelled?.mend]).toEqual(['We could not carry it out', undefined]);
});
