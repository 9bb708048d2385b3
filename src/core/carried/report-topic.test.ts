import { expect, test } from 'vitest';
import { reportTopic } from './report-topic.ts';

const transaction = { title: 'Withdraw Bitcoin', id: 'w-1', at: 1_700_000_000_000 };

test('KEEP-03 the form gets the transaction that a link hands over, and nothing that is none', () => {
  expect(reportTopic.read(reportTopic.give({ transaction }))).toEqual({ transaction });
  expect(reportTopic.read(reportTopic.give({ kind: 'correct' }))).toEqual({ kind: 'correct' });
  for (const state of [
    undefined,
    null,
    'text',
    { report: 7 },
    { report: { kind: 'gift', transaction: { ...transaction, at: 'soon' } } },
    { report: { transaction: { ...transaction, id: '' } } },
    { report: { transaction: { ...transaction, title: 'x'.repeat(101) } } },
  ]) {
    expect(reportTopic.read(state) ?? {}).toEqual({});
  }
});
