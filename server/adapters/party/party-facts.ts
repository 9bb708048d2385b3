/**
 * What a question to a party may come to besides its answer. Each is a fact of its own (READ-15), because each has
 * another consequence, and none of them stands for another:
 *
 * - `silent`: no answer, none in time, one that broke off, or a fault of the party's. It is asked again.
 * - `refused`: the party has understood it and will never do it.
 * - `unreadable`: an answer that says nothing we understand. It decides nothing, and an operator is told.
 * - `not-there`: the party does not know what it was asked about, which is an answer.
 * - `not-yet`: it has not decided, or wants fewer questions: none is sent before the time that it names.
 * - `not-allowed`: it does not let us in. A login is made anew once; then an operator is told.
 */
export const facts = [
  'silent',
  'refused',
  'unreadable',
  'not-there',
  'not-yet',
  'not-allowed',
] as const;
export type Fact = (typeof facts)[number];

/** A question that was not answered. `words`: the party's own, which may name a customer and are never logged. */
export interface Unanswered {
  readonly kind: Fact;
  readonly words: string;
}

export type PartyAnswer<T> = { readonly kind: 'told'; readonly value: T } | Unanswered;

/** What each fact means for one kind of question: an adapter says so in one place, and cannot leave one out. */
export type Meaning<R> = Readonly<Record<Fact, R>>;

/** The same for all of them. */
export const always = <R>(meaning: R): Meaning<R> => ({
  silent: meaning,
  refused: meaning,
  unreadable: meaning,
  'not-there': meaning,
  'not-yet': meaning,
  'not-allowed': meaning,
});

/** None of them says anything of what was asked about: it is open, and asked again. */
export const nobodyKnows: Meaning<undefined> = always(undefined);

/** The answer, or what the fact means. */
export const meant = <T, R>(answer: PartyAnswer<T>, meaning: Meaning<R>): T | R =>
  answer.kind === 'told' ? answer.value : meaning[answer.kind];

/** What a reader returns for an answer that says that the party has not decided yet. */
export const NOT_YET: unique symbol = Symbol('not yet');
/** What a reader of an answer returns: its content, that it is too early, or undefined where it cannot be read. */
export type Read<T> = (text: string) => T | typeof NOT_YET | undefined;
