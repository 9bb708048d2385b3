import { expect, test } from 'vitest';
import { tabOf } from './tab.ts';

test('AUTH-01 the tab is sign-in unless the navigation state says sign-up', () => {
  expect(tabOf({ activeTab: 'signup' })).toBe('signup');
  expect(
    [null, undefined, {}, { activeTab: 'signin' }, { activeTab: 'x' }, 'signup'].map(tabOf),
  ).toEqual(Array(6).fill('signin'));
});
