import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

/** What orders answers and keeps them, and is more than the last answer to one question. */
const others: Readonly<Record<string, string>> = {
  'src/features/desk/desk-state.ts':
    'a list that grows page by page, and the one case that is open',
  'src/features/notifications/notifications-state.ts':
    'choices that the customer changes before they are saved',
  'src/transport/customer/sealed-notes.ts': 'all pages of a list, opened with the customer’s key',
};

/** Whether a module asks the server itself, puts the answers in order and keeps one. */
const keepsAnswers = (text: string): boolean =>
  /\binOrder\(/.test(text) &&
  /\b(?:call|readThrough)\(/.test(text) &&
  /\b(?:proxy|scopedStore)\b/.test(text);

const byHand = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.startsWith('src/transport/calls/') && !/\.test\.tsx?$/.test(path))
  .filter((path) => keepsAnswers(readFileSync(resolve(root, path), 'utf8')));

test('READ-01 what the server last said is kept by a reading, or is listed with why it is not', () => {
  expect(byHand.sort()).toEqual(Object.keys(others).sort());
});

test('READ-01 a store that keeps an answer by hand is found', () => {
  const kept = (store: string, ask: string): string => `
    const known = ${store};
    const questions = inOrder();
    export async function load(): Promise<void> {
      const counts = questions.ask();
      const outcome = await ${ask};
      if (outcome.ok && counts()) known.data = outcome.value;
    }`;
  const stores = ['proxy<Known>({})', 'scopedStore(unknown)', 'scopedStore<Known>(() => ({}))'];
  for (const store of stores) {
    expect(keepsAnswers(kept(store, 'call(listWaiting, {})'))).toBe(true);
    expect(keepsAnswers(kept(store, 'readThrough("wallet", listWaiting, {}, show)'))).toBe(true);
    // A machine is told how to ask, and is wired elsewhere.
    expect(keepsAnswers(kept(store, 'deps.read()'))).toBe(false);
  }
});
