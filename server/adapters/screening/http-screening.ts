import * as v from 'valibot';
import type { Now } from '#server/adapters/party/clock.ts';
import {
  meant,
  nobodyKnows,
  type PartyAnswer,
  type Read,
} from '#server/adapters/party/party-facts.ts';
import { type OutgoingRequest, partyLine } from '#server/adapters/party/party-line.ts';
import type { Screened, Screening, ScreeningAnswer, ScreeningQuestion } from './screening.ts';

export interface ScreeningSettings {
  readonly baseUrl: string;
  /** Empty for a self-hosted service, which needs none. */
  readonly key: string;
  /** The collection of lists to search. */
  readonly lists: string;
  /** How many the service takes in one request. */
  readonly most: number;
}

/** Hundreds take longer than one, and nobody waits for them. */
const MANY = { timeoutMs: 30_000, mostBytes: 20_000_000 } as const;

const json = v.pipe(v.string(), v.parseJson());
const word = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));

/** A failed question has no results and counts as no answer. */
const response = v.object({
  status: v.optional(v.literal(200), 200),
  results: v.array(
    v.object({ id: word, match: v.boolean(), referents: v.optional(v.array(v.string()), []) }),
  ),
});
const answer = v.pipe(json, v.object({ responses: v.record(v.string(), v.unknown()) }));

const catalog = v.pipe(
  json,
  v.object({
    datasets: v.array(
      v.object({
        name: v.string(),
        index_version: v.nullish(v.string()),
        version: v.nullish(v.string()),
      }),
    ),
  }),
);

const given = (text: string): readonly string[] => (text === '' ? [] : [text]);

/** A person or address as an entity of the provider's model. */
function entityOf(one: Screened) {
  switch (one.kind) {
    case 'person':
      return {
        schema: 'Person',
        properties: {
          name: given(one.name),
          birthDate: given(one.born),
          country: given(one.country.toLowerCase()),
        },
      };
    case 'address':
      return {
        schema: 'CryptoWallet',
        properties: { publicKey: given(one.address), currency: given(one.currency) },
      };
  }
}

/** The key of each entity in a question; it has the reference, so that no other question's answer fits. */
const nameOf = ({ reference }: ScreeningQuestion, at: number): string => `${reference}#${at}`;

type Responses = Readonly<Record<string, unknown>>;

const readResponses = (text: string): Responses | undefined => {
  const read = v.safeParse(answer, text);
  return read.success ? read.output.responses : undefined;
};

/** The answer to one question; an entity without a result was not screened, so there is none. */
function answerTo(question: ScreeningQuestion, responses: Responses): ScreeningAnswer | undefined {
  const matched: (readonly string[])[] = [];
  const formerly: Record<string, readonly string[]> = {};
  for (const at of question.who.keys()) {
    const one = v.safeParse(response, responses[nameOf(question, at)]);
    if (!one.success) return undefined;
    const found = one.output.results.filter(({ match: isOne }) => isOne);
    for (const { id, referents } of found) {
      const others = referents.filter((other) => other !== id && v.is(word, other));
      if (others.length > 0) formerly[id] = others;
    }
    matched.push([...new Set(found.map(({ id }) => id))]);
  }
  return { matched, ...(Object.keys(formerly).length > 0 && { formerly }) };
}

/** A matching service with the API of OpenSanctions (docs/screening.md). No fact clears anybody: they are asked about again. */
export function httpScreening(
  { baseUrl, key, lists, most }: ScreeningSettings,
  now: Now = Date.now,
): Screening {
  // Each with pauses of its own: when the party wants fewer questions about customers whom nobody waits for, money that
  // waits is asked about all the same (HARD-98).
  const lines = {
    urgent: partyLine('screening', { now }),
    bulk: partyLine('screening', { now }),
    catalog: partyLine('screening', { now }),
  };
  const ask = <T>(
    lane: keyof typeof lines,
    path: string,
    read: Read<T>,
    request: OutgoingRequest = {},
  ) =>
    lines[lane].ask(
      `${baseUrl}${path}`,
      {
        ...request,
        headers: { ...request.headers, ...(key && { authorization: `ApiKey ${key}` }) },
      },
      read,
    );
  /** Asks several questions in one request. */
  const match = <T>(
    lane: 'urgent' | 'bulk',
    questions: readonly ScreeningQuestion[],
    read: Read<T>,
    within: OutgoingRequest = {},
  ): Promise<PartyAnswer<T>> => {
    const queries = Object.fromEntries(
      questions.flatMap((question) =>
        question.who.map((one, at) => [nameOf(question, at), entityOf(one)]),
      ),
    );
    return ask(lane, `/match/${encodeURIComponent(lists)}`, read, {
      ...within,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries }),
    });
  };
  const readVersion: Read<string> = (text) => {
    const read = v.safeParse(catalog, text);
    const known = read.success && read.output.datasets.find(({ name }) => name === lists);
    return (known && (known.index_version ?? known.version)) || undefined;
  };
  return {
    most,
    screen: async (question) =>
      meant(
        await match('urgent', [question], (text) => {
          const responses = readResponses(text);
          return responses && answerTo(question, responses);
        }),
        nobodyKnows,
      ),
    async screenAll(questions) {
      const responses = meant(await match('bulk', questions, readResponses, MANY), nobodyKnows);
      return responses && questions.map((question) => answerTo(question, responses));
    },
    version: async () => meant(await ask('catalog', '/catalog', readVersion), nobodyKnows),
  };
}
