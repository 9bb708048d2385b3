import { expect, test } from 'vitest';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { RowSkeletons } from './row-skeletons.tsx';

test('SPEC-11 a list that loads says so where its first row will be, for those who see, too', () => {
  const shown = rendered(<RowSkeletons count={5} label="Loading transactions..." />);
  expect(words(shown)).toBe('Loading transactions...');
  expect(shown).not.toMatch(/class="vh"/);
  expect(shown.match(/class="row[ "]/g)).toHaveLength(5);
});
