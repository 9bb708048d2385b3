import { expect, test } from 'vitest';
import type { KycStatus } from '#core/contract/identity.ts';
import { createVerification } from './verification.ts';

/** The world around one check; what it was asked, in its order. */
function world(over: { status?: KycStatus; token?: string | undefined; taken?: boolean } = {}) {
  const asked: string[] = [];
  const token = 'token' in over ? over.token : 'sandbox-1';
  const verification = createVerification({
    token: async () => token,
    report: async (status) => {
      asked.push(`report ${status}`);
      return over.taken ?? true;
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
  return { verification, asked, settled, status };
}

async function opened(over: Parameters<typeof world>[0] = {}) {
  const one = world(over);
  await one.verification.start();
  expect(one.verification.state.phase).toBe('open');
  one.verification.message('idCheck.onInitialized', {});
  return one;
}

test('KYC-03 an approval is saved and shown; the screen stays until it is closed', async () => {
  const { verification, asked, settled, status } = await opened();
  verification.message('idCheck.onApplicantSubmitted', {});
  status({ reviewAnswer: 'GREEN' });
  status({ reviewAnswer: 'GREEN' });
  expect(verification.state.phase).toBe('approved');
  await settled();
  expect(asked).toEqual(['report submitted', 'report approved']);
  await verification.close();
  expect(asked.at(-1)).toBe('reload');
  expect(verification.state.phase).toBe('idle');
});

test('KYC-03 a final rejection is saved before the customer is forgotten, even where saving fails', async () => {
  for (const taken of [true, false]) {
    const { asked, settled, status } = await opened({ taken });
    status({ reviewAnswer: 'RED', reviewRejectType: 'FINAL' });
    await settled();
    expect(asked[0]).toBe('report rejected');
    expect(asked.at(-1)).toBe('reject');
    expect(asked.includes('Failed to update KYC status. Please try again.')).toBe(!taken);
  }
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
  expect(asked).toEqual(['report incomplete']);
  expect(verification.state).toMatchObject({ phase: 'open', comment: 'Too dark.' });
  verification.message('idCheck.onApplicantResubmitted', {});
  expect(verification.state.comment).toBeUndefined();
  status({ reviewAnswer: 'GREEN' });
  await settled();
  expect(asked).toEqual(['report incomplete', 'report submitted', 'report approved']);
});

test('BEY-19 a token that ran out is replaced, and where none comes the widget hears so', async () => {
  const { verification } = await opened();
  await expect(verification.renew()).resolves.toBe('sandbox-1');
  const none = world({ token: undefined });
  await expect(none.verification.renew()).rejects.toThrow();
  expect(none.asked).toEqual(['Failed to get verification token. Please try again.']);
});

test('KYC-04 what fails says so: the token, the start, the update', async () => {
  const noToken = world({ token: undefined });
  await noToken.verification.start();
  expect(noToken.verification.state.phase).toBe('idle');
  expect(noToken.asked).toEqual(['Failed to get verification token. Please try again.']);

  const broken = world();
  await broken.verification.start();
  broken.verification.message('idCheck.onError', { code: 'level', error: 'No such level' });
  await broken.settled();
  expect(broken.asked).toEqual(['Failed to initialize verification. Please try again.', 'reload']);

  const unsaved = await opened({ taken: false });
  unsaved.status({ reviewAnswer: 'GREEN' });
  await unsaved.settled();
  expect(unsaved.asked).toEqual([
    'report approved',
    'Failed to update KYC status. Please try again.',
  ]);
  expect(unsaved.verification.state.phase).toBe('approved');
});

test('KYC-04 “Not authorized” starts over; an error of a running widget is its own affair', async () => {
  const { verification, asked } = await opened();
  verification.message('idCheck.onError', { code: 'upload', error: 'Too large' });
  expect(verification.state.phase).toBe('open');
  verification.message('idCheck.onError', { code: 'x', error: 'Not authorized' });
  expect(asked).toEqual(['start over']);
});
