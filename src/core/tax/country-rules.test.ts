import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { meaningIn, type TaxJournal } from '#core/statement/tax-meaning.ts';
import {
  isJulyYear,
  ruleCountries,
  ruleOf,
  ruleText,
  taxCountryOf,
  taxZoneOf,
} from './country-rules.ts';

test('HARD-58 method, swap and threshold are those of the certified residence', () => {
  const told = ['AU', 'DE', 'AT', 'IT'].map((country) => {
    const { method, exchange, afterOneYear, lacks } = ruleOf(country) ?? {};
    return [method, exchange, afterOneYear !== undefined, lacks];
  });
  expect(told).toEqual([
    ['fifo', 'disposal', true, undefined],
    ['fifo', 'disposal', true, undefined],
    ['average', 'carried', false, undefined],
    ['lifo', 'by-kind', false, undefined],
  ]);
  expect(taxCountryOf('AT', [{ country: 'DE' }, { country: 'AT' }])).toBe('AT');
  expect(taxCountryOf('LT', [{ country: 'DE' }])).toBe('DE');
  expect(taxCountryOf('LT', [])).toBeUndefined();
  expect([isJulyYear('AU', 'EUR'), isJulyYear('DE', 'AUD'), isJulyYear(undefined, 'AUD')]).toEqual([
    ...[true, false, true],
  ]);
});

test('HARD-58 the zone is the residence’s, in Australia the state’s', () => {
  expect(taxZoneOf('AT')).toBe('Europe/Vienna');
  expect(['WA', 'Victoria', 'NSW', ''].map((state) => taxZoneOf('AU', state))).toEqual([
    ...['Australia/Perth', 'Australia/Melbourne', 'Australia/Sydney', 'Australia/Sydney'],
  ]);
  expect(taxZoneOf('US')).toBeUndefined();
});

test('HARD-58 every rule stands with its source in docs/tax-rules.md, and what is not built is said', () => {
  const page = readFileSync('docs/tax-rules.md', 'utf8');
  for (const country of ruleCountries) {
    expect(page).toContain(`| ${country} |`);
    expect(ruleText(country)).toContain(ruleOf(country)?.source);
  }
  expect(ruleText('FR')).toContain('not those of a French return');
  expect(ruleText('LT')).toContain('no method is the usual one');
  expect(ruleText(undefined)).toContain('You have not stated where you pay tax');
});

const swap = (gave: string, got: string): TaxJournal => ({
  ...{ id: 'j', kind: 'swap', at: 1, spread: 0n, fee: 0n, paid: undefined, stated: undefined },
  legs: [
    { asset: gave, units: -10n, value: 500n },
    { asset: got, units: 20n, value: 500n },
  ],
});

test('HARD-58 a swap is a disposal as the rule says; one for cash always is', () => {
  const kinds = (rule: Parameters<typeof meaningIn>[0], gave: string, got: string) =>
    meaningIn(rule)(swap(gave, got)).map(({ kind }) => kind);
  expect(kinds('disposal', 'BTC', 'ETH')).toEqual(['disposed', 'acquired']);
  expect(kinds('carried', 'BTC', 'USDC')).toEqual(['exchanged']);
  expect(kinds('carried', 'BTC', 'EUR')).toEqual(['disposed']);
  expect(kinds('by-kind', 'BTC', 'ETH')).toEqual(['exchanged']);
  expect(kinds('by-kind', 'BTC', 'USDC')).toEqual(['disposed', 'acquired']);
});
