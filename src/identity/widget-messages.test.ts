import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWidgetMessage } from './widget-messages.ts';

const changed = (reviewResult?: unknown) =>
  readWidgetMessage('idCheck.onApplicantStatusChanged', {
    reviewStatus: 'completed',
    reviewResult,
  });

test('KYC-03 GREEN approves, only a final RED rejects', () => {
  expect(changed({ reviewAnswer: 'GREEN' })).toEqual({ kind: 'approved' });
  expect(changed({ reviewAnswer: 'RED', reviewRejectType: 'FINAL' })).toEqual({ kind: 'rejected' });
});

test('BEY-19 a RED that can be repeated asks for better documents, with the reason for the customer', () => {
  const retry = { reviewAnswer: 'RED', reviewRejectType: 'RETRY', moderationComment: 'Too dark.' };
  expect(changed(retry)).toEqual({ kind: 'retry', comment: 'Too dark.' });
  expect(changed({ reviewAnswer: 'RED' })).toEqual({ kind: 'retry', comment: undefined });
});

test('BEY-19 a review that takes its time is no answer', () => {
  expect(changed()).toEqual({ kind: 'other' });
  expect(readWidgetMessage('idCheck.onApplicantSubmitted', {})).toEqual({ kind: 'submitted' });
});

test('KYC-04 an error that says “Not authorized” is told from the others', () => {
  const error = (payload: unknown) => readWidgetMessage('idCheck.onError', payload).kind;
  expect(error({ code: 'x', error: 'Not authorized' })).toBe('not-authorized');
  expect(error({ code: 'x', error: 'Error', reason: 'not authorized.' })).toBe('not-authorized');
  expect(error({ code: 'x', error: 'Unknown level' })).toBe('failed');
  expect(error(undefined)).toBe('failed');
});

test('KYC-03 whatever arrives, nothing but a review of the provider decides', () => {
  fc.assert(
    fc.property(fc.string(), fc.anything(), (type, payload) => {
      const { kind } = readWidgetMessage(`idCheck.${type}`, payload);
      expect(['approved', 'rejected']).not.toContain(kind);
      readWidgetMessage('idCheck.onApplicantStatusChanged', payload);
    }),
  );
});
