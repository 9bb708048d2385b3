import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const rooms = [
  'app',
  'features',
  'conversion',
  'withdrawal',
  'identity',
  'history',
  'notes',
  'transport',
];

/** What lives as long as the page and holds nothing of a customer, or leaves with them by itself. */
const beyond: Readonly<Record<string, string>> = {
  'src/app/start/launch.ts opened': 'the address that opened the app, which is read once',
  'src/app/commands/command-signal.ts commandsOpen': 'whether the command bar is open',
  'src/app/navigation/navigation.ts pressing': 'a press that is being handled',
  'src/app/navigation/navigation.ts openings': 'how often a page was opened anew by its own link',
  'src/app/navigation/navigation.ts upNext': 'a navigation until the next frame',
  'src/app/session/pass-lock.ts behindLock': 'whether the page is behind the lock of the device',
  'src/app/session/pass-lock.ts passing': 'the same lock, while it is passed',
  'src/app/session/visitor-country.ts asked': 'where this browser is',
  'src/features/auth/passkey-sign-in.ts waiting': 'a suggestion to visitors',
  'src/features/auth/sign-up/registration-draft.ts current':
    'what a visitor typed; it goes with the visit',
  'src/features/auth/sign-up/registration-draft.ts signInPassword': 'the same',
  'src/features/auth/sign-in.ts place': 'where this browser is',
  'src/history/history-search.ts texts': 'texts of entries, which go with them',
  'src/history/long-list.tsx left': 'heights of rows and a position',
  'src/transport/customer/drafts.ts drafts':
    'has an owner, who may sign in again and go on (BEY-11)',
  'src/transport/customer/drafts.ts owner': 'the same',
  'src/transport/customer/drafts.ts saving': 'the order of writes to the device',
  'src/transport/customer/drafts.ts taken': 'the same owner’s',
  'src/transport/customer/drafts.ts unsaved': 'the same owner’s',
  'src/transport/money/forex-rates.ts loading': 'exchange rates, the same for everybody',
  'src/transport/money/forex-rates.ts rates': 'exchange rates, the same for everybody',
  'src/transport/session/identity-ended.ts identityEnded':
    'why somebody was signed out, until it is read',
  'src/transport/customer/intents.ts memory':
    'keys that outlive a session, without their summaries (HARD-08)',
  'src/transport/money/live-prices.ts livePrices': 'prices, the same for everybody',
  'src/transport/calls/once.ts inFlight': 'requests under way, by keys that nobody else has',
  'src/transport/session/refresh.ts running': 'the refresh under way, of whatever session',
  'src/transport/session/scope.ts current': 'the scope itself',
  'src/transport/session/scope.ts afterwards': 'what runs when a scope is dropped',
  'src/transport/session/session-expired.ts ended':
    'whose session has just ended, until it is read',
  'src/transport/session/session-expired.ts isOwnEnd': 'how this session ends; it goes with it',
  'src/transport/session/session-expired.ts sessionExpired':
    'that a session has ended, until it is read',
  'src/transport/session/session.ts kept': 'whether the device stores anything',
  'src/transport/session/session.ts over': 'tokens of ended sessions, which open nothing',
  'src/transport/session/session.ts session': 'the session itself, from which scopes are made',
};

interface Part {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** The declarations of a module, each with its text; the formatter begins each at the start of a line. */
const partsOf = (path: string, text: string): readonly Part[] =>
  text.split(/^(?=(?:export |async |function |const |let |class ))/m).flatMap((part) => {
    const name = /^(?:export )?(?:async )?(?:const|let|function) (\w+)/.exec(part)?.[1];
    return name === undefined ? [] : [{ path, name, text: part }];
  });

/** What stands behind the `=` of a declaration. */
const madeOf = ({ text }: Part): string => {
  const at = text.indexOf(' =');
  return text.startsWith('export function') || text.startsWith('function') || at < 0
    ? ''
    : text.slice(at + 2).trimStart();
};

const isFunction = (part: Part): boolean => {
  const value = madeOf(part);
  return value === '' || /^(?:async )?[(<]/.test(value) || /^\w+ =>/.test(value);
};

/** The functions that make a store, directly or by another one. */
function makersIn(parts: readonly Part[]): ReadonlySet<string> {
  const makers = new Set(['proxy', 'signal']);
  const inScope = ['scopedStore', 'perScope', 'forgetful'];
  for (let known = 0; known !== makers.size; ) {
    known = makers.size;
    for (const part of parts) {
      if (inScope.includes(part.name)) continue;
      const calls = part.text.split(/\W/).filter((word) => makers.has(word) && word !== part.name);
      const isMade = calls.some(
        (word) => part.text.includes(`${word}(`) || part.text.includes(`${word}<`),
      );
      if (isFunction(part) && isMade && /^[a-z]/.test(part.name)) makers.add(part.name);
    }
  }
  return makers;
}

/** The stores of modules that are in no scope. */
function unscoped(parts: readonly Part[]): readonly string[] {
  const makers = makersIn(parts);
  return parts
    .filter((part) => {
      if (/^(?:export )?let /.test(part.text)) return true;
      if (isFunction(part)) return false;
      const value = madeOf(part);
      const [, first = '', second = ''] = /^(new )?(\w+)/.exec(value) ?? [];
      const isReadonly = /^(?:export )?const \w+: Readonly/.test(part.text);
      return first ? !isReadonly && /^(?:Weak)?(?:Map|Set)$/.test(second) : makers.has(second);
    })
    .map(({ path, name }) => `${path} ${name}`);
}

const files = rooms
  .flatMap((room) => globSync(`src/${room}/**/*.{ts,tsx}`, { cwd: root }))
  .filter((path) => !/\.(?:test|fixture)\.tsx?$/.test(path));
const all = files.flatMap((path) => partsOf(path, readFileSync(resolve(root, path), 'utf8')));

test('READ-01 a store of a module that could keep a customer’s data is in their scope, or is listed with why not', () => {
  expect([...unscoped(all)].sort()).toEqual(Object.keys(beyond).sort());
});

test('READ-01 such a store outside the scope is found, however it is made', () => {
  const text = `
export const known = proxy<Known>({ list: [] });
let owner: string | undefined;
const texts = new Map<string, string>();
const names: ReadonlyMap<string, string> = new Map();
export function createList(deps: Deps) {
  const state = proxy(nothing());
  return { state };
}
const listOf = (code: string) =>
  createList({ code });
export const theirs = proxy(first(() => nothing));
export const list = listOf('BTC');
export const kept = scopedStore(nothing);
export const own = forgetful(createList(deps));
const keys = perScope(() => new Map());
`;
  const found = unscoped(partsOf('x.ts', text));
  expect(found).toEqual(['x.ts known', 'x.ts owner', 'x.ts texts', 'x.ts theirs', 'x.ts list']);
});

test('READ-01 what belongs to a customer hears of their leaving from the scope alone', () => {
  const hears = files.filter((path) =>
    readFileSync(resolve(root, path), 'utf8').includes('whenCustomerChanges'),
  );
  expect(hears.sort()).toEqual([
    'src/transport/session/scope.ts',
    'src/transport/session/session-expired.ts',
    'src/transport/session/session.ts',
  ]);
});
