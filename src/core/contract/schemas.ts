import * as v from 'valibot';
import { plainEmail } from '#core/people/email-address.ts';
import { oneLine } from '#core/text/one-line.ts';

/** Pieces that several resources share. Objects drop keys they do not name. */

/** An unsigned plain decimal: ASCII digits, one optional dot, at most 40 characters. */
export const decimal = v.pipe(v.string(), v.maxLength(40), v.regex(/^\d+(\.\d+)?$/));

/** A decimal that may carry a minus sign, in answers. */
export const signedDecimal = v.pipe(v.string(), v.maxLength(41), v.regex(/^-?\d+(\.\d+)?$/));

/** Half of a character: no UTF-8 represents it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Any text that a database stores as it is: neither NUL nor half a character. */
const storable = v.pipe(
  v.string(),
  v.check((value) => !value.includes('\0') && !LONE_SURROGATE.test(value)),
);

/** Free text of a bounded length, trimmed. */
/* @__NO_SIDE_EFFECTS__ */
export const text = (max: number) => v.pipe(storable, v.trim(), v.maxLength(max));

/** A currency code as it travels: never trusted to be a known one. */
export const currencyId = v.pipe(storable, v.maxLength(10));

/** An id made by the server. */
export const id = v.pipe(storable, v.minLength(1), v.maxLength(64));

/** An email address, in its normal form. */
export const email = v.pipe(storable, v.maxLength(1000), v.transform(plainEmail), v.maxLength(254));

/** A single line of text by a customer, which is quoted elsewhere. */
/* @__NO_SIDE_EFFECTS__ */
export const line = (max: number) =>
  v.pipe(storable, v.maxLength(1000), v.transform(oneLine), v.maxLength(max));

/** A password as typed: never trimmed, bounded because hashing costs. */
export const password = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

/** The random number of a browser: 128 bits as hex, made and kept there. */
export const deviceNumber = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/** A whole number within these bounds. */
/* @__NO_SIDE_EFFECTS__ */
export const whole = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.check((value) => Number.isInteger(value) && value >= least && value <= most),
  );

/** The largest offset into a list: larger than any list, and a number that databases accept. */
export const FURTHEST = 1_000_000_000;

/** An instant, ISO 8601 in UTC with a zone marker unless an endpoint says otherwise. */
export const instant = v.string();

/** The end of the year 9999, in milliseconds since 1970: databases and dates agree up to there. */
export const LAST_INSTANT = 253_402_300_799_999;

/** Whether databases and dates agree on an instant, in milliseconds since 1970; NaN is none. */
export const isStorableInstant = (at: number): boolean => at >= 0 && at <= LAST_INSTANT;

/** An instant sent to the server: one that databases can represent, too. */
export const sentInstant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((value) => isStorableInstant(Date.parse(value))),
);

/** Every success has this status; `message` is a text for the customer. */
export const success = { status: v.literal('success'), message: v.optional(v.string()) };

/** An answer without data. */
export const done = v.object(success);

export const empty = v.object({});
