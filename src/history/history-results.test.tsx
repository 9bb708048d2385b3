import { expect, test } from 'vitest';
import { rendered } from '#ui/hooks/rendered.fixture.tsx';
import { HistoryResults } from './history-results.tsx';
import { wholeHistory } from './history-store.ts';

test('SPEC-11 a history that loads says so for those who see, too', () => {
  const shown = rendered(
    <HistoryResults
      history={wholeHistory}
      state={{ ...wholeHistory.state, status: 'loading' }}
      entries={[]}
      masked={false}
      online
      empty={null}
    />,
  );
  expect(shown).toMatch(/<p class="muted">Loading transactions\.\.\.<\/p>/);
});
