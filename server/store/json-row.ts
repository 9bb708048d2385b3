import type { Compilable, InferResult, ShallowDehydrateObject } from 'kysely';

/** A row of a query that was read by itself. */
export type PlainRow<Q extends Compilable> = InferResult<Q>[number];

/**
 * A row of a query that was read as JSON, as a part of a larger statement: its moments are texts. Amounts must be
 * selected as text, because JSON numbers are exact up to 53 bits only.
 */
export type JsonRow<Q extends Compilable> = ShallowDehydrateObject<PlainRow<Q>>;

/** A moment of either, in ISO 8601. */
export const isoOf = (moment: Date | string): string => new Date(moment).toISOString();
