import { expect, test } from 'vitest';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { ProfileMenu } from './profile-menu.tsx';

test.each([
  [
    'user',
    [
      'Account',
      'Verification',
      'Security',
      'Security check-up',
      'Address Book',
      'Statements',
      'Tax report',
      'Notifications',
    ],
  ],
  ['admin', ['Account', 'Security', 'Notifications']],
] as const)('PROF-01 the menu of small screens lists what a %s has', (role, entries) => {
  const lines = [...rendered(<ProfileMenu role={role} />).matchAll(/<li>.*?<\/li>/g)].map(
    ([line]) => words(line),
  );
  expect(lines).toEqual(entries);
});
