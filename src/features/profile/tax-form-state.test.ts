import { expect, test, vi } from 'vitest';
import type { KnownTax } from './tax-known.ts';

vi.mock('#transport/calls/call.ts', () => ({ call: vi.fn() }));
const { freshForm, isAtHome, isSound, problemsIn, staysAsItWas } = await import(
  './tax-form-state.ts'
);

const home = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000', country: 'AU' };
const nothing: KnownTax = {
  ...{ needed: true, limitedFrom: undefined, numberDays: undefined, certified: undefined },
};
const known: KnownTax = {
  needed: false,
  limitedFrom: undefined,
  numberDays: undefined,
  certified: {
    at: 0,
    home,
    residences: [
      { country: 'AU', end: '•••782', without: undefined },
      { country: 'DE', end: undefined, without: 'not-yet' },
    ],
  },
};

test('KEEP-14 the form begins with what was certified, without its numbers, else with the profile', () => {
  expect(freshForm(null, known)).toEqual({
    home,
    residences: [
      { country: 'AU', number: '', without: '' },
      { country: 'DE', number: '', without: 'not-yet' },
    ],
  });
  expect(freshForm(null, nothing).residences).toEqual([{ country: '', number: '', without: '' }]);
});

test('KEEP-14 a number that was certified may stay; one of another country has to be typed', () => {
  const typed = (country: string) => ({ country, number: '', without: '' }) as const;
  expect(staysAsItWas(typed('AU'), known)).toBe(true);
  expect(staysAsItWas(typed('DE'), known)).toBe(false);
  expect(staysAsItWas(typed('AU'), nothing)).toBe(false);
  const needs = { follows: false, state: false };
  expect(isSound(problemsIn({ home, residences: [typed('AU')] }, known, needs))).toBe(true);
  expect(problemsIn({ home, residences: [typed('AU')] }, nothing, needs).residences).toEqual([
    { number: 'Enter your Tax File Number (TFN), or choose why you have none.' },
  ]);
  const twice = { home, residences: [typed('AU'), typed('AU')] };
  expect(problemsIn(twice, known, needs).residences).toEqual([
    {},
    { country: 'Australia stands here already.' },
  ]);
});

test('EYE-06 a number that is left empty follows, as long as it may; a purchase needs a state, too', () => {
  const form = { home, residences: [{ country: 'AU', number: '', without: '' }] } as const;
  expect(isSound(problemsIn(form, nothing, { follows: true, state: true }))).toBe(true);
  expect(isSound(problemsIn(form, nothing, { follows: false, state: true }))).toBe(false);
  const wrong = { home, residences: [{ country: 'AU', number: '123', without: '' }] } as const;
  expect(isSound(problemsIn(wrong, nothing, { follows: true, state: false }))).toBe(false);
  const stateless = { ...form, home: { ...home, state: ' ' } };
  expect(isSound(problemsIn(stateless, nothing, { follows: true, state: false }))).toBe(true);
  expect(problemsIn(stateless, nothing, { follows: true, state: true }).home).toEqual({
    state: 'Enter the state or province.',
  });
  expect(isAtHome(form)).toBe(true);
  expect(isAtHome({ ...form, home: { ...home, country: 'DE' } })).toBe(false);
});
