import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { PortfolioSection } from './portfolio-section.tsx';
import { portfolio } from './portfolio-state.ts';

const DAY = 86_400_000;
const read = () => renderToStaticMarkup(<PortfolioSection />);

beforeEach(() => {
  Object.assign(portfolio.known, { data: undefined, asOf: undefined, failure: undefined });
});

test('INS-01 until the chart is known its place is kept, and what failed is said with a way to ask again', () => {
  expect(read()).toContain('Loading');
  portfolio.known.failure = 'The chart could not be loaded.';
  expect(read()).toContain('The chart could not be loaded.');
  expect(read()).toContain('Try again');
});

test('INS-01 where nothing is known it says how many moments are left out, and the line is broken there', () => {
  const values = ['10.00', '11.00', undefined, undefined, '12.00', '13.00'];
  const days = values.map((price, i) => ({ at: i * DAY, price }));
  const data = { hours: [], days, currency: 'AUD' };
  Object.assign(portfolio.known, { data, asOf: new Date(6 * DAY) });
  expect(read()).toContain('2 moments are left out');
  // The line and each of its echoes begin anew after the gap.
  const lines = [...read().matchAll(/ d="(M[^"]*L[^"]*)"/g)].map(([, path = '']) => path);
  expect(lines.length).toBeGreaterThan(1);
  for (const path of lines) expect(path.match(/M/g)).toHaveLength(2);
});
