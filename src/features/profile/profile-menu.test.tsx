import { expect, test } from 'vitest';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { ProfileMenu } from './profile-menu.tsx';

test.each([
  ['user', ['Account', 'Verification', 'Security', 'Log out']],
  ['admin', ['Account', 'Security', 'Log out']],
] as const)('PROF-01 the menu of small screens lists what a %s has', (role, entries) => {
  const lines = [...rendered(<ProfileMenu role={role} />).matchAll(/<li>.*?<\/li>/g)].map(
    ([line]) => words(line),
  );
  expect(lines).toEqual(entries);
});
