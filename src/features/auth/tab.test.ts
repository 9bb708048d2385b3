import { expect, test } from 'vitest';
import { tabOf } from './tab.ts';

test('AUTH-01 the tab is sign-in unless the navigation state says sign-up', () => {
  expect(tabOf({ activeTab: 'signup' }, 'signin')).toBe('signup');
  for (const state of [
    null,
    undefined,
    {},
    { activeTab: 'signin' },
    { activeTab: 'x' },
    'signup',
  ]) {
    expect(tabOf(state, 'signin')).toBe('signin');
  }
});

test('HARD-36 whoever left the sign-up form unfinished finds it, unless they are sent to sign in', () => {
  expect(tabOf({}, 'signup')).toBe('signup');
  expect(tabOf({ activeTab: 'signin' }, 'signup')).toBe('signin');
});
