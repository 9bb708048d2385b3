import { expect, test } from 'vitest';
import { storedAsset } from './stored-asset.ts';

test('the asset of a stored row is found, or an error names it', () => {
  expect(storedAsset('BTC')).toMatchObject({ code: 'BTC', scale: 8 });
  expect(() => storedAsset('DOGE')).toThrow('DOGE');
});
