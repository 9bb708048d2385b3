import { expect, test } from 'vitest';
import { withdrewText } from './sending.ts';

test('WD-08 the wallet is told what was withdrawn, whichever asset it was', () => {
  expect(withdrewText('1250.5', 'XRP')).toBe('Successfully withdrew 1,250.5 XRP');
  expect(withdrewText('0.00004200', 'SOL')).toBe('Successfully withdrew 0.000042 SOL');
});
