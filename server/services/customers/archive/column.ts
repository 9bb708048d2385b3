import type { RawBuilder, Selectable } from 'kysely';
import type { ArchivePart } from '#core/contract/staff/desk.ts';
import type { Schema } from '#server/store/schema/schema.ts';

/** Whose rows are asked for. */
export interface Whose {
  readonly id: string;
  readonly email: string;
}

/** Whether customers are told of a column, or why not. */
type Said =
  | { readonly told: true; readonly untold?: undefined }
  | { readonly untold: string; readonly told?: undefined };

/** Whether the archive keeps it, or why not. */
type Fate =
  | { readonly kept: true; readonly gone?: undefined }
  | { readonly gone: string; readonly kept?: undefined };

/** `blank` is written over what names somebody in a row that stays. */
type Fates<Row> = {
  readonly [C in keyof Row]: Said &
    Fate & { readonly blank?: Row[C] | RawBuilder<unknown> | undefined };
};

/** Of a table of which the archive keeps nothing. */
type NoFate = Said & {
  readonly kept?: undefined;
  readonly gone?: string;
  readonly blank?: undefined;
};

interface Own extends Readonly<Record<'untold' | 'gone', string>> {
  readonly told?: undefined;
  readonly kept?: undefined;
  readonly blank?: undefined;
}

/** Whose a row is: the account's own number. */
export const OWN: Own = {
  untold: 'Your own account number, once more: it stands in “users”.',
  gone: 'The archive says whose it is.',
};

/** What becomes of the rows when the account is closed. Some stay, or go by their reference to others. */
type Closing<Row> =
  | {
      readonly part?: undefined;
      readonly columns: Readonly<Record<keyof Row, NoFate>> & { readonly user_id?: Own };
    }
  | {
      /** They go to this part of the archive. Those of a table with a `blank` stay; the others are deleted. */
      readonly part: ArchivePart;
      readonly columns: Fates<Row> & { readonly user_id?: Own };
    };

interface About {
  /** For the customer. */
  readonly about: string;
  /** The rows are removed: why the law does not make us keep them. */
  readonly removed?: string;
  /** Which of the rows go to the archive; all if left out. */
  readonly only?: RawBuilder<unknown>;
  /** What is read before the others, where only that is looked for; any order if left out. */
  readonly first?: RawBuilder<unknown>;
}

type RowsOf = (whose: Whose) => RawBuilder<boolean>;

/** Whose rows have the customer's `user_id`: it needs no line of its own if that is how they are found. */
type OfUser<Row> = About & Closing<Omit<Row, 'user_id'>> & { readonly rowsOf?: RowsOf };

/** The columns of every table that is listed, none forgotten. */
export type Tables = {
  readonly [T in keyof Schema]?: 'user_id' extends keyof Schema[T]
    ? OfUser<Selectable<Schema[T]>>
    : About & Closing<Selectable<Schema[T]>> & { readonly rowsOf: RowsOf };
};

export type AnyTable = OfUser<Readonly<Record<string, unknown>>>;

type Words<S extends string, Before = never> = S extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Before | Word>
  : Before | S;

/** The same for several names, which blanks separate. */
export function all<const N extends string, const What>(
  names: N,
  what: What,
): { readonly [Name in Words<N>]: What };
export function all(names: string, what: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, what]));
}
