import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';

test.each([
  [
    ['transaction_history', 'Ada Lovelace', 'All time', '2026-11-21'],
    'transaction_history_Ada_Lovelace_All_time_2026-11-21.csv',
  ],
  [['a/../b', 'c:\\d'], 'a_.._b_c_d.csv'],
  [['..', '', '///'], 'export.csv'],
  [['Zoë 王'], 'Zoë_王.csv'],
  [['x'.repeat(500)], `${'x'.repeat(120)}.csv`],
])('BEY-22 %j makes the file name %s', (parts, name) => {
  expect(fileName(parts, 'csv')).toBe(name);
});
