import * as v from 'valibot';
import { fetchText, type OutgoingRequest } from '#server/adapters/fetch-text.ts';
import type { Screened, Screening, ScreeningQuestion } from './screening.ts';

export interface ScreeningSettings {
  readonly baseUrl: string;
  /** Empty for a self-hosted service, which needs none. */
  readonly key: string;
  /** The collection of lists to search. */
  readonly lists: string;
}

const json = v.pipe(v.string(), v.parseJson());
const word = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));

/** A failed question has no results and counts as no answer. */
const response = v.object({
  status: v.optional(v.literal(200), 200),
  results: v.array(v.object({ id: word, match: v.boolean() })),
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

/** A matching service with the API of OpenSanctions (docs/screening.md). */
export function httpScreening({ baseUrl, key, lists }: ScreeningSettings): Screening {
  const ask = (path: string, request: OutgoingRequest = {}) =>
    fetchText(`${baseUrl}${path}`, {
      ...request,
      headers: { ...request.headers, ...(key && { authorization: `ApiKey ${key}` }) },
    });
  return {
    async screen(question) {
      const queries = Object.fromEntries(
        question.who.map((one, at) => [nameOf(question, at), entityOf(one)]),
      );
      const text = await ask(`/match/${encodeURIComponent(lists)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ queries }),
      });
      const read = v.safeParse(answer, text);
      if (!read.success) return undefined;
      const matched: (readonly string[])[] = [];
      for (const at of question.who.keys()) {
        const one = v.safeParse(response, read.output.responses[nameOf(question, at)]);
        // An entity without a result was not screened, so there is no answer.
        if (!one.success) return undefined;
        matched.push(one.output.results.filter(({ match }) => match).map(({ id }) => id));
      }
      return { matched };
    },
    async version() {
      const read = v.safeParse(catalog, await ask('/catalog'));
      if (!read.success) return undefined;
      const known = read.output.datasets.find(({ name }) => name === lists);
      return known?.index_version ?? known?.version ?? undefined;
    },
  };
}
