import { expect, test } from 'vitest';
import { helpTopic, mailTo } from './help-topic.ts';

const topic = { title: 'Withdraw Solana', reference: 'b1946ac9-2f' };

test('EASE-03 what a transaction hands over arrives at the help page', () => {
  expect(helpTopic.read({ depth: 2, ...helpTopic.give(topic) })).toEqual(topic);
});

test.each([
  undefined,
  null,
  'help',
  {},
  { help: null },
  { help: { title: 'Withdraw Solana' } },
  { help: { title: 1, reference: 'b1946ac9' } },
  { help: { title: '', reference: 'b1946ac9' } },
  { help: { title: 'x'.repeat(101), reference: 'b1946ac9' } },
])('EASE-03 any other state is no topic: %j', (state) => {
  expect(helpTopic.read(state)).toBeUndefined();
});

test('EASE-03 a mail to support begins with the reference', () => {
  const link = new URL(mailTo('help@kopa.test', { ...topic, title: 'Swap SOL & more?' }));
  expect(link.pathname).toBe('help@kopa.test');
  expect(link.searchParams.get('subject')).toBe('Kopa: Swap SOL & more? (b1946ac9-2f)');
  expect(link.searchParams.get('body')).toContain('Reference: b1946ac9-2f\n');
  expect(mailTo('help@kopa.test')).toBe('mailto:help@kopa.test');
});
