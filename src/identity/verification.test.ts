import { expect, test } from 'vitest';
import type { KycStatus } from '#core/contract/account/identity.ts';
import { createVerification } from './verification.ts';

interface Over {
  readonly status?: KycStatus;
  readonly token?: string | undefined;
  readonly taken?: boolean;
  /** What the server knows whatever it is told. */
  readonly known?: KycStatus;
}

/** The world around one check; what it was asked, in its order. */
function world(over: Over = {}) {
  const asked: string[] = [];
  const timers: { readonly ms: number; readonly what: () => void }[] = [];
  const token = 'token' in over ? over.token : 'sandbox-1';
  const verification = createVerification({
    contact: () => ({ email: '', phone: '' }),
    token: async () => token,
    report: async ({ status, comment }) => {
      asked.push(`report ${status}${comment === undefined ? '' : `: ${comment}`}`);
      return (over.taken ?? true) ? (over.known ?? status) : undefined;
    },
    tell: (text) => void asked.push(`tell ${text}`),
    after: (ms, what) => {
      const timer = { ms, what };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    reload: async () => void asked.push('reload'),
    status: () => over.status ?? 'not_started',
    complain: (text) => void asked.push(text),
    reject: async () => void asked.push('reject'),
    startOver: async () => void asked.push('start over'),
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const status = (reviewResult: unknown) =>
    verification.message('idCheck.onApplicantStatusChanged', { reviewResult });
  return { verification, asked, settled, status, timers };
}

async function opened(over: Over = {}) {
  const one = world(over);
  await one.verification.start();
  expect(one.verification.state.phase).toBe('open');
  one.verification.message('idCheck.onInitialized', {});
  return one;
}

test('KYC-03 HARD-25 an approval is saved and then shown; the screen stays until it is closed', async () => {
  const { verification, asked, settled, status } = await opened();
  verification.message('idCheck.onApplicantSubmitted', {});
  status({ reviewAnswer: 'GREEN' });
  status({ reviewAnswer: 'GREEN' });
  expect(verification.state.phase).toBe('open');
  await settled();
  expect(verification.state.phase).toBe('approved');
  expect(asked).toEqual(['report submitted', 'report approved']);
  await verification.close();
  expect(asked.at(-1)).toBe('reload');
  expect(verification.state.phase).toBe('idle');
});

test('KYC-03 a final rejection is saved before the customer is forgotten', async () => {
  const { asked, settled, status } = await opened();
  status({ reviewAnswer: 'RED', reviewRejectType: 'FINAL' });
  await settled();
  expect(asked).toEqual(['report rejected', 'reject']);
});

test('KYC-02 a double press opens one check', async () => {
  const { verification } = world();
  await Promise.all([verification.start(), verification.start()]);
  expect(verification.state).toMatchObject({ phase: 'open', attempt: 1 });
});

test('KYC-03 BEY-19 a check whose end could not be saved is begun again, and its end counts', async () => {
  const over = { taken: false };
  const { verification, asked, settled, status } = await opened(over);
  status({ reviewAnswer: 'GREEN' });
  await settled();
  expect(verification.state.phase).toBe('idle');
  over.taken = true;
  await verification.start();
  status({ reviewAnswer: 'GREEN' });
  await settled();
  expect(verification.state.phase).toBe('approved');
  expect(asked).toEqual(['report approved', FAILED, 'reload', 'report approved']);
});

const FAILED = 'Failed to update KYC status. Please try again.';
const NOT_YET = 'tell Your documents were checked. The result will show here in a moment.';

test.each([
  ['approved', { reviewAnswer: 'GREEN' }],
  ['rejected', { reviewAnswer: 'RED', reviewRejectType: 'FINAL' }],
] as const)('HARD-25 what our server does not know is not said: %s', async (name, review) => {
  const unsaved = await opened({ taken: false });
  unsaved.status(review);
  await unsaved.settled();
  expect(unsaved.asked).toEqual([`report ${name}`, FAILED, 'reload']);
  expect(unsaved.verification.state.phase).toBe('idle');

  const lagging = await opened({ known: 'submitted' });
  lagging.status(review);
  await lagging.settled();
  expect(lagging.asked).toEqual([`report ${name}`, NOT_YET, 'reload']);
  expect(lagging.verification.state.phase).toBe('idle');
});

test('HARD-25 a widget that is silent for 15 seconds says so and can be opened again; one that speaks does not', async () => {
  const silent = world();
  await silent.verification.start();
  expect(silent.timers.map(({ ms }) => ms)).toEqual([15_000]);
  silent.timers[0]?.what();
  expect(silent.verification.state).toMatchObject({ phase: 'open', silent: true });
  await silent.verification.retry();
  expect(silent.verification.state).toMatchObject({ phase: 'open', silent: false, attempt: 2 });
  expect(silent.timers).toHaveLength(1);
  silent.verification.message('idCheck.onInitialized', {});
  expect(silent.timers).toHaveLength(0);
  const late = world();
  await late.verification.start();
  late.timers[0]?.what();
  late.verification.message('idCheck.onInitialized', {});
  expect(late.verification.state).toMatchObject({ ready: true, silent: false });
});

test('BEY-19 leaving is no rejection: a check that was begun is incomplete and asked for', async () => {
  const { verification, asked } = await opened();
  verification.message('idCheck.onApplicantLoaded', { applicantId: 'a' });
  verification.message('idCheck.onStepInitiated', {});
  await verification.close();
  expect(asked).toEqual(['report incomplete', 'reload']);
  await verification.start();
  expect(verification.state.phase).toBe('open');
});

test('BEY-19 asked for better documents the check stays open and says why', async () => {
  const { verification, asked, settled, status } = await opened({ status: 'incomplete' });
  status({ reviewAnswer: 'RED', reviewRejectType: 'RETRY', moderationComment: 'Too dark.' });
  await settled();
  expect(asked).toEqual(['report incomplete: Too dark.']);
  expect(verification.state.phase).toBe('open');
  verification.message('idCheck.onApplicantResubmitted', {});
  status({ reviewAnswer: 'GREEN' });
  await settled();
  expect(asked).toEqual(['report incomplete: Too dark.', 'report submitted', 'report approved']);
});

test('BEY-19 a token that ran out is replaced, and where none comes the widget hears so', async () => {
  const { verification } = await opened();
  await expect(verification.renew()).resolves.toBe('sandbox-1');
  const none = world({ token: undefined });
  await expect(none.verification.renew()).rejects.toThrow();
  expect(none.asked).toEqual(['Failed to get verification token. Please try again.']);
});

test('KYC-04 what fails says so: the token, the start', async () => {
  const noToken = world({ token: undefined });
  await noToken.verification.start();
  expect(noToken.verification.state.phase).toBe('idle');
  expect(noToken.asked).toEqual(['Failed to get verification token. Please try again.']);

  const broken = world();
  await broken.verification.start();
  broken.verification.message('idCheck.onError', { code: 'level', error: 'No such level' });
  await broken.settled();
  expect(broken.asked).toEqual(['Failed to initialize verification. Please try again.', 'reload']);
});

test('KYC-04 “Not authorized” starts over; an error of a running widget is its own affair', async () => {
  const { verification, asked } = await opened();
  verification.message('idCheck.onError', { code: 'upload', error: 'Too large' });
  expect(verification.state.phase).toBe('open');
  verification.message('idCheck.onError', { code: 'x', error: 'Not authorized' });
  expect(asked).toEqual(['start over']);
});

test('a check that is closed while its token is fetched does not open afterwards', async () => {
  const { verification, asked, timers } = world();
  const starting = verification.start();
  await verification.close();
  await starting;
  expect(verification.state).toMatchObject({ phase: 'idle', token: '' });
  expect(asked).toEqual(['reload']);
  expect(timers).toEqual([]);
});
