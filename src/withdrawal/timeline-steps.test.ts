import { expect, test } from 'vitest';
import { returnReasons, type WithdrawalStatus } from '#core/contract/money/withdrawal.ts';
import { arrivalOf, isCancellable, timelineOf } from './timeline-steps.ts';

const at = '2026-11-21T08:00:00.000Z';
const marks = { done: '✓', current: '>', ahead: '·', stopped: 'x' };
const shown = (
  status: WithdrawalStatus,
  taken: readonly WithdrawalStatus[],
  { cancellable = false, delayed = false } = {},
) =>
  timelineOf(
    { status, delayed, steps: taken.map((step) => ({ status: step, at })) },
    cancellable,
  ).map(({ state, title }) => `${marks[state]} ${title}`);

test('BEY-15 EYE-05 the timeline says what is done, what is now and what is not yet: what is held is not sent', () => {
  const cancellable = true;
  expect(shown('requested', ['requested'], { cancellable })).toEqual([
    ...['✓ Requested', '> Waiting, you can cancel', '· Sent to the network', '· Arrived'],
  ]);
  expect(shown('requested', ['requested'], { delayed: true })[1]).toBe('> Waiting');
  expect(shown('requested', ['requested'])).toEqual([
    ...['✓ Requested', '✓ Waited', '> Sent to the network', '· Arrived'],
  ]);
  expect(shown('broadcast', ['requested', 'broadcast'])).toEqual([
    ...['✓ Requested', '✓ Waited', '> Sent to the network', '· Arrived'],
  ]);
  expect(shown('completed', ['requested', 'broadcast', 'completed'])).toEqual([
    ...['✓ Requested', '✓ Waited', '✓ Sent to the network', '✓ Arrived'],
  ]);
  expect(shown('cancelled', ['requested', 'cancelled'])).toEqual([
    ...['✓ Requested', 'x Stopped, your money is back'],
  ]);
  expect(shown('failed', ['requested', 'failed'])).toEqual([
    ...['✓ Requested', '✓ Waited', 'x Failed', '> Refunded, your money is back'],
  ]);
  expect(shown('refunded', ['requested', 'failed', 'refunded']).at(-1)).toMatch(/^✓ Refunded/);
});

test('BEY-15 a withdrawal that was cancelled for the customer says why, where it says so', () => {
  const cancelled = { status: 'cancelled' as const, steps: [{ status: 'cancelled' as const, at }] };
  expect(timelineOf({ ...cancelled, cancelled_for: 'password-reset' }, false)[0]?.why).toBe(
    'Your password was reset',
  );
  expect(timelineOf(cancelled, false)[0]?.why).toBeUndefined();
});

test('BEY-15 without a connection nobody says so, but by the page’s clock the hold is over', () => {
  const until = { cancellable_until: at };
  expect(isCancellable(until, Date.parse(at) - 1)).toBe(true);
  expect(isCancellable(until, Date.parse(at))).toBe(false);
  expect(isCancellable({ cancellable_until: null }, 0)).toBe(false);
});

test('BANK-05 cash to a bank account says so, and why it came back', () => {
  const steps = (['requested', 'broadcast', 'completed', 'failed', 'refunded'] as const).map(
    (status) => ({ status, at: '2026-01-02T03:04:05.000Z' }),
  );
  const told = timelineOf(
    { steps, status: 'refunded', holder: 'Test Person', returned_for: 'account-closed' },
    false,
  );
  expect(told.map(({ title }) => title)).toEqual([
    ...['Requested', 'Waited', 'Sent to the bank', 'Arrived', 'Returned by the bank'],
    'Your money is back, with the fee',
  ]);
  expect(told[4]?.why).toBe('Because the account is closed');
  const network = 'Bitcoin';
  expect(arrivalOf({ network, holder: 'Test Person' })).toContain('next business day');
  expect(arrivalOf({ network, holder: undefined })).toBe('It usually arrives in about 30 minutes.');
});

test('KEEP-16 what was cancelled, failed or came back says why and how to mend it', () => {
  const steps = (['cancelled', 'failed'] as const).map((status) => ({ status, at }));
  const told = (because: Partial<Parameters<typeof timelineOf>[0]>) =>
    timelineOf({ status: 'refunded', steps, ...because }, false).map(({ why, mend }) => [
      why,
      mend,
    ]);
  // Whoever reads it has reset the password: a frozen account lets nobody in.
  expect(told({ cancelled_for: 'reported' })[0]).toEqual([
    'You reported activity that was not yours',
    expect.stringMatching(/^Your account is open again\./),
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
  const [cancelled] = timelineOf(
    { status: 'cancelled', steps: [{ status: 'cancelled', at }], cancelled_for: 'refused' },
    false,
  );
  expect([cancelled?.why, cancelled?.mend]).toEqual(['We could not carry it out', undefined]);
});
