import * as v from 'valibot';
import { id } from '#core/contract/schemas.ts';
import { type ExactJson, parseExactJson } from './exact-json.ts';

/**
 * What a provider's notice is about, by our own id. `forged`: the signature is missing or wrong.
 * `unreadable`: it is signed, but has no valid id. `irrelevant`: it is about something that is not followed.
 */
export type Notice =
  | { readonly kind: 'about'; readonly id: string }
  | { readonly kind: 'forged' }
  | { readonly kind: 'irrelevant' }
  | { readonly kind: 'unreadable' };

export const forged: Notice = { kind: 'forged' };
export const irrelevant: Notice = { kind: 'irrelevant' };

/** An id that a database can store and an address can carry. */
const plausible = v.pipe(
  id,
  v.check((text) => text.isWellFormed()),
);

/** Reads a notice whose signature was verified; `idOf` finds the id in its JSON. */
export function readNotice(
  body: Uint8Array,
  idOf: (notice: ExactJson | undefined) => string | undefined,
): Notice {
  const found = v.safeParse(plausible, idOf(parseExactJson(Buffer.from(body).toString('utf8'))));
  return found.success ? { kind: 'about', id: found.output } : { kind: 'unreadable' };
}
