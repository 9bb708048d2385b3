import type { Fact } from '#server/adapters/party/party-facts.ts';
import type { Answer, Seen } from './provider.ts';

/** Rudenesses that are the same for whatever a party is asked, and the fact that each of them is. */
export const plainRudenesses = {
  late: 'silent',
  'broken off': 'silent',
  'broken down': 'silent',
  'cut short': 'unreadable',
  'a page instead of an answer': 'unreadable',
  'an error with a good status': 'unreadable',
  'a page that is not found': 'unreadable',
  moved: 'unreadable',
  'in conflict': 'unreadable',
  'not found': 'not-there',
  'not authorized': 'not-allowed',
  forbidden: 'not-allowed',
  'too many': 'not-yet',
  'a bad request': 'refused',
} as const satisfies Readonly<Record<string, Fact>>;
export type PlainRudeness = keyof typeof plainRudenesses;

/** Rudenesses of an answer's content, whose fact depends on what was asked. */
const contentRudenesses = [
  'pending',
  'words of tomorrow',
  'optional fields missing',
  'another order',
  'doubles',
  'many pages',
] as const;
export type ContentRudeness = (typeof contentRudenesses)[number];

export type Rudeness = PlainRudeness | ContentRudeness;
export const rudenesses: readonly Rudeness[] = [
  ...(Object.keys(plainRudenesses) as PlainRudeness[]),
  ...contentRudenesses,
];

/** What a party asks for with "too many". */
export const RETRY_AFTER_SECONDS = 60;

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What can be made of a party's answers. */
export interface Manners {
  /** The fields that have a state in words. */
  readonly words: readonly string[];
  /** The fields that the provider's documentation calls optional, or that it leaves out at times. */
  readonly optional: readonly string[];
  /** The same answer of a party that has not decided. */
  readonly pending: (answer: Json, seen: Seen) => Json;
  /** Its words for what it does not know. */
  readonly absence: string;
}

/** A polite party over HTTP, as far as its adapter asks it. */
export interface Twin extends Manners {
  /** JSON, or a status. `page`: the most entries of a page. */
  readonly answer: (seen: Seen, page: number) => object | { readonly status: number };
  /** Requests that are answered politely all the same: those that only let us in. */
  readonly isEntry: (seen: Seen) => boolean;
}

/** Changes the fields of a JSON value, however deep; undefined removes one. */
function changed(value: Json, change: (value: Json, key: string) => Json | undefined): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: Json) => changed(one, change));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const other = change(one, name);
      return other === undefined ? [] : [[name, changed(other, change)]];
    }),
  );
}

/** A list of things, and not a pair of numbers or a line of words. */
const isList = (value: Json): value is readonly Json[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object');

const inLists = (value: Json, change: (list: readonly Json[]) => readonly Json[]): Json => {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return change(value.map((one) => inLists(one, change)));
  if (Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, inLists(one, change)]),
  );
};

function contentOf(rudeness: ContentRudeness, twin: Manners, seen: Seen, answer: Json): Json {
  switch (rudeness) {
    case 'pending':
      return twin.pending(answer, seen);
    case 'words of tomorrow':
      return changed(answer, (value, key) =>
        twin.words.includes(key) && typeof value === 'string' ? 'WORD_OF_TOMORROW' : value,
      );
    case 'optional fields missing':
      return changed(answer, (value, key) => (twin.optional.includes(key) ? undefined : value));
    case 'another order':
      return inLists(answer, (list) => list.toReversed());
    case 'doubles':
      return inLists(answer, (list) => list.flatMap((one) => [one, one]));
    case 'many pages':
      return answer;
  }
}

const PAGE = '<!doctype html><title>Please wait</title>';

/** Those that stop a request before the party has done anything. */
const unheard: readonly Rudeness[] = [
  'a page that is not found',
  'moved',
  'not found',
  'not authorized',
  'forbidden',
  'too many',
  'a bad request',
];

/**
 * The answer of a party that is rude instead of its polite one. What is rude about the answer alone was done all the
 * same: whoever asks again must find it done.
 */
export async function rudely(
  rudeness: Rudeness,
  manners: Manners,
  seen: Seen,
  polite: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const done = unheard.includes(rudeness) ? '{}' : await polite();
  if (typeof done !== 'string') return done;
  const text = done;
  switch (rudeness) {
    case 'late':
      return new Promise<never>(() => {});
    case 'broken off':
      return { status: 200, body: text, breaks: true };
    case 'broken down':
      return { status: 503, body: PAGE };
    case 'cut short':
      return text.slice(0, -1);
    case 'a page instead of an answer':
      return { status: 200, body: PAGE, headers: { 'content-type': 'text/html' } };
    case 'an error with a good status':
      return '{"error":{"error_code":10005,"message":"something went wrong"}}';
    case 'a page that is not found':
      return { status: 404, body: PAGE };
    case 'moved':
      return { status: 302, headers: { location: seen.path } };
    case 'in conflict':
      return { status: 409, body: '{"message":"a conflict"}' };
    case 'not found':
      return { status: 404, body: manners.absence };
    case 'not authorized':
      return { status: 401, body: '{"message":"who are you?"}' };
    case 'forbidden':
      return { status: 403, body: '{"message":"no"}' };
    case 'too many':
      return { status: 429, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } };
    case 'a bad request':
      return { status: 400, body: '{"code":"validation_failed","message":"bad"}' };
    default:
      return JSON.stringify(contentOf(rudeness, manners, seen, JSON.parse(text)));
  }
}

/** The answer of a twin: the rudeness of many pages is its own. */
export const answerOf = (twin: Twin, seen: Seen, page: number): Answer => {
  const answer = twin.answer(seen, page);
  return 'status' in answer && typeof answer.status === 'number'
    ? { status: answer.status }
    : JSON.stringify(answer);
};

/** Which request is answered how: rudely at most so often, by chance, and politely from then on. */
export function inTurns(
  seed: number,
  most: number,
  of: readonly Rudeness[] = rudenesses,
): { readonly next: () => Rudeness | 'polite'; readonly isOver: () => boolean } {
  const chance = seeded(seed);
  let left = most;
  return {
    isOver: () => left === 0,
    next: () => {
      if (left === 0 || chance() < 0.4) return 'polite';
      left -= 1;
      return of[Math.floor(chance() * of.length)] ?? 'polite';
    },
  };
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
