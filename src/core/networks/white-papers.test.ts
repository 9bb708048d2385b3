import { expect, test } from 'vitest';
import { assetCodes } from '#core/money/currencies.ts';
import { consensusOf } from './consensus.ts';
import { networks } from './networks.ts';
import { whitePapers } from './white-papers.ts';

test('KEEP-16 every asset links a white paper, and every network states its energy with source and date', () => {
  for (const code of assetCodes) {
    const { title, by, year, url, networks: own } = whitePapers[code];
    expect(new URL(url).protocol, code).toBe('https:');
    expect(title.length * by.length, code).toBeGreaterThan(0);
    expect(year, code).toBeGreaterThanOrEqual(2008);
    expect(own.length, code).toBeGreaterThan(0);
  }
  for (const network of networks) {
    const { mechanism, kwhPerYear, source } = consensusOf[network];
    expect(mechanism, network).not.toBe('');
    expect(kwhPerYear, network).toBeGreaterThan(0);
    expect(source.name, network).not.toBe('');
    // A figure without the year it is of would be read as of now.
    expect(source.date, network).toMatch(/\b20\d\d\b/);
    expect(new URL(source.url).protocol, network).toBe('https:');
  }
});
