import { expect, test } from 'vitest';
import {
  fitsUnverified,
  needsApproval,
  thresholdText,
  unverifiedText,
} from './purchase-approval.ts';

test('HARD-99 BUY-04 above 200 an identity check is needed, to the cent, and said in whole units', () => {
  expect(needsApproval('200.00')).toBe(false);
  expect(needsApproval('200.01')).toBe(true);
  expect(needsApproval('199.99')).toBe(false);
  expect(needsApproval('x')).toBe(false);
  expect(thresholdText('AUD')).toBe('AU$200');
});

test('HARD-99 SPEC-05 what may be bought without it is said, with what is left where that is less', () => {
  const limit = { total: '1000', left: '1000', days: '30' };
  expect(unverifiedText(limit, 'AUD')).toBe('AU$1,000 in 30 days');
  expect(unverifiedText({ ...limit, left: '12.50' }, 'EUR')).toBe(
    '€1,000 in 30 days, of which €12.50 is left',
  );
});

test('HARD-99 BUY-04 nothing above the threshold, nor above what is left, is offered without the check', () => {
  const limit = { total: '1000', left: '1000', days: '30' };
  const offered = (known?: typeof limit) =>
    ['50', '100', '200', '250'].filter((amount) => fitsUnverified(amount, known));
  expect(offered()).toEqual(['50', '100', '200']);
  expect(offered(limit)).toEqual(['50', '100', '200']);
  expect(offered({ ...limit, left: '99.99' })).toEqual(['50']);
  expect(offered({ ...limit, left: '0' })).toEqual([]);
});
