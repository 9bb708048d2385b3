import { expect, test } from 'vitest';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { NoneYet } from './none-yet.tsx';

type State = Parameters<typeof NoneYet>[0]['state'];

const NONE = 'No transactions yet They will be here';
const PART = 'None of the newest transactions is one of these. There may be older ones.';
const none: State = { next: undefined, source: 'server', failure: undefined };
const copy: State = { next: 'n', source: 'snapshot', failure: undefined };

test.each<[string, State, boolean, string]>([
  ['the whole history is known', none, true, NONE],
  ['the copy on the device is all there is', { ...copy, next: undefined }, false, NONE],
  ['the history goes on and there is no connection', copy, false, PART],
  ['the history goes on and the answer is awaited', copy, true, 'Loading transactions...'],
  [
    'the history goes on and the answer did not come',
    { ...copy, failure: 'No answer' },
    true,
    PART,
  ],
])(
  'HARD-70 what is said where no transaction of an asset is known: %s',
  (_, state, online, text) => {
    const shown = rendered(
      <NoneYet state={state} online={online}>
        They will be here
      </NoneYet>,
    );
    expect(words(shown)).toBe(text);
  },
);
