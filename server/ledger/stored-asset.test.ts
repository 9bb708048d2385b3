import { expect, test } from 'vitest';
import { storedAsset } from './stored-asset.ts';

test('the asset of a row is found, or it is a bug that names it', () => {
  expect(storedAsset('BTC')).toMatchObject({ code: 'BTC', scale: 8 });
  expect(() => storedAsset('DOGE')).toThrow('DOGE');
});
