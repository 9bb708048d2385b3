import { aside } from '#server/base/aside.ts';
import { traceQuestion } from '#server/base/tracing.ts';
import type { Now } from './clock.ts';
import type { PartyName } from './party-checks.ts';
import { type Fact, NOT_YET, type PartyAnswer, type Read, type Unanswered } from './party-facts.ts';
import { tellResult } from './party-told.ts';

/** The longest time and the largest size of an answer, unless a question has its own. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 2_000_000;
/** An answer that is longer than it may be. */
export const TOO_LONG = 'TooLong';

/** The pause after "too many questions" where the party names none: it doubles each time. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_OWN_PAUSE_MS = 300_000;
/** A named pause is kept, but no longer than this: then one question finds out whether it still counts. */
const LONGEST_NAMED_PAUSE_MS = 3600_000;
/** What names a pause with a 503 is often a gateway's page for maintenance, and not the party's limit. */
const LONGEST_OUTAGE_PAUSE_MS = 60_000;
const SHORTEST_PAUSE_MS = 1_000;
/** So much of a pause is added by chance, so that many processes do not come back at the same moment. */
const JITTER = 0.2;
/** A login that was not accepted is not tried with every question, because parties lock accounts. */
const REFUSED_LOGIN_MS = 30_000;

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

/** What stands in for a password for a while. */
export interface Login {
  readonly headers: Readonly<Record<string, string>>;
  /** Until when it is used, in milliseconds since 1970. */
  readonly until: number;
}

type Ask = <T>(url: string, request: OutgoingRequest, read: Read<T>) => Promise<PartyAnswer<T>>;

/** The one way to a party over HTTP: an answer that can be read, or one of the facts. */
export interface PartyLine {
  readonly ask: Ask;
  /** The same for a file, whose size the caller judges: `TOO_LONG` is an answer of its own. */
  readonly file: (
    url: string,
    request: OutgoingRequest,
  ) => Promise<PartyAnswer<Uint8Array<ArrayBuffer> | typeof TOO_LONG>>;
  /** The same with a login, which all questions share: made once, again before its end, and after a refusal. */
  readonly withLogin: (make: () => Promise<PartyAnswer<Login>>) => Ask;
}

/** The bytes of a body; undefined if they are too many. */
async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

const textOf = (bytes: Uint8Array<ArrayBuffer>): string =>
  Buffer.from(bytes.buffer).toString('utf8');

/** What came back: a body, a status that is none of success with its words, or the code of a failure. */
type Came =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly status: number; readonly words: string; readonly retryAfter: string | undefined }
  | { readonly code: string };

/** The code of a failed request's cause, such as that of DNS or a certificate. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
};

/** Sends one request. A redirect is not followed, so that a key in a header is never sent to another host. */
async function send(
  url: string,
  request: OutgoingRequest,
  tracing: Readonly<Record<string, string>>,
): Promise<Came> {
  try {
    const response = await fetch(url, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', ...tracing, ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS),
    });
    const { status, body, ok } = response;
    const bytes = await readBody(body, ok ? (request.mostBytes ?? MAX_BYTES) : MAX_BYTES);
    if (ok) return bytes ? { bytes } : { code: TOO_LONG };
    const retryAfter = response.headers.get('retry-after') ?? undefined;
    return { status, words: bytes ? textOf(bytes) : '', retryAfter };
  } catch (error) {
    return { code: codeOf(error) };
  }
}

/** A page for people, of a proxy or of another server: it says nothing of what was asked about. */
const isPage = (words: string): boolean => words.trimStart().startsWith('<');

/** The fact in a status. One whose meaning depends on the party decides nothing. */
function factOf(
  { status, words }: { readonly status: number; readonly words: string },
  isAbsence: (words: string) => boolean,
): Fact {
  switch (status) {
    case 400:
    case 422:
      return isPage(words) ? 'unreadable' : 'refused';
    case 401:
    case 402:
    case 403:
    case 407:
      return 'not-allowed';
    case 404:
    case 410:
      return !isPage(words) && isAbsence(words) ? 'not-there' : 'unreadable';
    case 408:
      return 'silent';
    case 425:
    case 429:
      return 'not-yet';
    default:
      return status >= 500 ? 'silent' : 'unreadable';
  }
}

/** How long a party asks us to wait, in milliseconds; undefined: it does not say. */
function namedPause(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now;
  return Number.isFinite(ms) ? ms : undefined;
}

/** An answer, and why it is none. */
interface Heard<T> {
  readonly answer: PartyAnswer<T>;
  readonly why?: string;
  /** The status, where the answer was one. */
  readonly status?: number;
  readonly limited?: boolean;
}

const unanswered = (kind: Fact, words = ''): Unanswered => ({ kind, words });

function readWith<T>(read: Read<T>, text: string): Heard<T> {
  const value = read(text);
  if (value === undefined) return { answer: unanswered('unreadable', text) };
  if (value === NOT_YET) return { answer: unanswered('not-yet', text) };
  return { answer: { kind: 'told', value } };
}

interface LineTools {
  readonly now: Now;
  /** A number from 0 to 1, by chance. */
  readonly chance?: () => number;
  /** Whether the party says in its own words that there is none; a gateway's words for a wrong address are no answer. */
  readonly isAbsence?: (words: string) => boolean;
}

/** A party's line of this process. All of its adapter's questions go through it, and share its pauses. */
export function partyLine(
  party: PartyName,
  { now, chance = Math.random, isAbsence = () => true }: LineTools,
): PartyLine {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  /** How often in a row the party wanted fewer questions without a time. */
  let limits = 0;

  function pause(retryAfter: string | undefined, longestMs: number): void {
    const named = namedPause(retryAfter, now());
    const own = Math.min(FIRST_PAUSE_MS * 2 ** limits, LONGEST_OWN_PAUSE_MS);
    const asked = named === undefined ? own : Math.min(named, longestMs);
    limits = named === undefined ? Math.min(limits + 1, 10) : 0;
    const ms = Math.max(SHORTEST_PAUSE_MS, asked) * (1 + JITTER * chance());
    pausedUntil = Math.max(pausedUntil, now() + ms);
  }

  /** Asks once. `read` gets the bytes of a body. */
  async function put<T>(
    url: string,
    request: OutgoingRequest,
    read: (bytes: Uint8Array<ArrayBuffer>) => Heard<T>,
  ): Promise<Heard<T>> {
    if (now() < pausedUntil) return { answer: unanswered('not-yet'), why: 'paused', limited: true };
    const came = await aside(() =>
      traceQuestion(
        url,
        request.method ?? 'GET',
        (tracing) => send(url, request, tracing),
        (one) => ('bytes' in one ? undefined : 'code' in one ? one.code : String(one.status)),
      ),
    );
    if ('bytes' in came) {
      limits = 0;
      return read(came.bytes);
    }
    if ('code' in came) {
      const kind = came.code === TOO_LONG ? 'unreadable' : 'silent';
      return { answer: unanswered(kind), why: came.code };
    }
    const { status, words, retryAfter } = came;
    const fact = factOf(came, isAbsence);
    if (fact === 'not-yet') pause(retryAfter, LONGEST_NAMED_PAUSE_MS);
    else if (status === 503 && retryAfter !== undefined) pause(retryAfter, LONGEST_OUTAGE_PAUSE_MS);
    const answer = unanswered(fact, words);
    return { answer, why: String(status), status, limited: fact === 'not-yet' };
  }

  const putText = <T>(url: string, request: OutgoingRequest, read: Read<T>): Promise<Heard<T>> =>
    put(url, request, (bytes) => readWith(read, textOf(bytes)));

  function told<T>(url: string, { answer, why, limited }: Heard<T>): PartyAnswer<T> {
    const host = URL.parse(url)?.host ?? '';
    tellResult({ party, host, result: answer.kind, why, ...(limited && { limited }) });
    return answer;
  }

  return {
    ask: async (url, request, read) => told(url, await putText(url, request, read)),

    async file(url, request) {
      const heard = await put<Uint8Array<ArrayBuffer> | typeof TOO_LONG>(url, request, (bytes) => ({
        answer: { kind: 'told', value: bytes },
      }));
      if (heard.why === TOO_LONG) return { kind: 'told', value: TOO_LONG };
      return told(url, heard);
    },

    withLogin(make) {
      let login: Login | undefined;
      let making: Promise<PartyAnswer<Login>> | undefined;
      /** Until then no login is made: neither one that was refused, nor one instead of one that was just made. */
      let notAgainBefore = Number.NEGATIVE_INFINITY;
      let refused: Unanswered | undefined;
      const rest = (): void => {
        notAgainBefore = now() + REFUSED_LOGIN_MS * (1 + JITTER * chance());
      };

      /** The login that all share; `but`: not this one, which the party has just refused. */
      async function loginOf(but?: Login): Promise<PartyAnswer<Login>> {
        if (login === but) login = undefined;
        if (login && login.until > now()) return { kind: 'told', value: login };
        if (refused && now() < notAgainBefore) return refused;
        making ??= make().finally(() => {
          making = undefined;
        });
        const made = await making;
        refused = made.kind === 'not-allowed' ? made : undefined;
        if (made.kind === 'told') login = made.value;
        if (refused) rest();
        return made;
      }

      return async (url, request, read) => {
        const once = async (but?: Login) => {
          const made = await loginOf(but);
          if (made.kind !== 'told') return { made: undefined, unanswered: made };
          const headers = { ...request.headers, ...made.value.headers };
          return { made: made.value, heard: await putText(url, { ...request, headers }, read) };
        };
        const first = await once();
        if (!first.made) return first.unanswered;
        const isOver = first.heard.status === 401;
        if (!isOver || (login === first.made && now() < notAgainBefore))
          return told(url, first.heard);
        // It was not done: the party did not even let us in.
        const second = await once(first.made);
        if (!second.made) return second.unanswered;
        if (second.heard.status === 401) rest();
        return told(url, second.heard);
      };
    },
  };
}
