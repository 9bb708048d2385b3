import { expect, test } from 'vitest';
import { caseDecisions, caseKinds } from '#core/contract/staff/desk-act.ts';
import {
  ageText,
  caseOf,
  casePath,
  endOfBusiness,
  isTold,
  leftText,
  reasonHelp,
  urgencyOf,
} from './desk-texts.ts';

const now = Date.parse('2026-11-25T10:00:00Z');

test('KEEP-10 a case has an address of its own, whatever its id', () => {
  for (const kind of caseKinds) {
    for (const id of ['R-23456-789AB', 'a/b c%', 'ü']) {
      expect(caseOf(casePath(kind, id))).toEqual({ kind, id });
    }
  }
  for (const path of [
    '/admin/desk',
    '/admin/desk/other/1',
    '/admin/desk/request/',
    '/admin/desk/request/%',
  ]) {
    expect(caseOf(path)).toBeUndefined();
  }
});

test('KEEP-10 what is late and what is due soon is said', () => {
  expect(urgencyOf('2026-11-25T09:59:59Z', now)).toBe('over');
  expect(urgencyOf('2026-11-27T10:00:00Z', now)).toBe('soon');
  expect(urgencyOf('2026-12-25T10:00:00Z', now)).toBe('later');
  expect(urgencyOf(null, now)).toBe('later');
  expect(leftText('2026-11-23T10:00:00Z', now)).toBe('2 days late');
  expect(leftText('2026-11-25T15:30:00Z', now)).toBe('5 h left');
  expect(leftText('2026-11-25T10:52:30Z', now)).toBe('52 min left');
  expect(leftText('2026-11-25T09:12:00Z', now)).toBe('48 min late');
  expect(leftText(null, now)).toBe('No date');
  expect(ageText('2026-11-25T08:00:00Z', now)).toBe('2 h');
  expect(ageText('2026-11-05T10:00:00Z', now)).toBe('20 days');
  expect(endOfBusiness('2026-12-15')).toBe('2026-12-15T15:00:00.000Z');
  expect(endOfBusiness('')).toBeUndefined();
});

test('KEEP-08 what is reported stays held only where something is, and no decision about it is told', () => {
  expect(reasonHelp('held', 'report')).toContain('What is held stays held');
  expect(reasonHelp('monitoring', 'report')).not.toContain('held');
  for (const decision of caseDecisions) {
    expect(isTold('monitoring', decision)).toBe(false);
    expect(isTold('held', decision)).toBe(false);
  }
  expect(reasonHelp('held', 'confirm')).toContain('nobody tells the customer');
});

test('HARD-98 the help for an identity check says what its decision does, by what the check was for', () => {
  const theirs = (check?: Parameters<typeof reasonHelp>[2]) =>
    reasonHelp('identity', 'theirs', check);
  const not = (check?: Parameters<typeof reasonHelp>[2]) =>
    reasonHelp('identity', 'not-theirs', check);
  expect(theirs()).toBe(theirs('first'));
  expect(theirs('first')).toContain('they read that they are verified');
  expect(not('first')).toContain('refused for good');
  for (const check of ['update', 'session', 'recovery', 'gift'] as const) {
    expect(theirs(check)).not.toContain('verified');
    expect(not(check)).not.toContain('refused for good');
    expect(not(check)).toMatch(/first check/);
  }
  expect(theirs('session')).toContain('withdrawals are held for 72 hours');
  expect(theirs('recovery')).toContain('the lost second factor is removed');
  expect(theirs('gift')).toContain('a second operator can agree');
});
