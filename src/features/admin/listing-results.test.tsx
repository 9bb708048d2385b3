import { expect, test } from 'vitest';
import { rendered } from '#ui/hooks/rendered.fixture.tsx';
import { allListing } from './admin-wiring.ts';
import { ListingResults } from './listing-results.tsx';

test('SPEC-11 a listing that loads says so for those who see, too', () => {
  const shown = rendered(
    <ListingResults
      listing={allListing}
      state={{ ...allListing.state, status: 'loading' }}
      online
    />,
  );
  expect(shown).toMatch(/<p class="muted">Loading transactions\.\.\.<\/p>/);
});
