import { expect, test, vi } from 'vitest';
import type { KnownTax } from './tax-known.ts';

vi.mock('#transport/calls/call.ts', () => ({ call: vi.fn() }));
const { freshForm, isSound, problemsIn, staysAsItWas } = await import('./tax-form-state.ts');

const home = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000', country: 'AU' };
const nothing: KnownTax = { needed: true, limitedFrom: undefined, certified: undefined };
const known: KnownTax = {
  needed: false,
  limitedFrom: undefined,
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
  expect(isSound(problemsIn({ home, residences: [typed('AU')] }, known))).toBe(true);
  expect(problemsIn({ home, residences: [typed('AU')] }, nothing).residences).toEqual([
    { number: 'Enter your Tax File Number (TFN), or choose why you have none.' },
  ]);
  expect(problemsIn({ home, residences: [typed('AU'), typed('AU')] }, known).residences).toEqual([
    {},
    { country: 'Australia stands here already.' },
  ]);
});
