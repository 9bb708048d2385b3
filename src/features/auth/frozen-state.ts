import * as v from 'valibot';
import { type FreezeAnswer, freezeAccount } from '#core/contract/security.ts';

const state = v.object({ frozen: freezeAccount.answer.entries.data });

/** What a freeze did, as the Security page hands it over; undefined: nobody comes from there. */
export function frozenFromState(given: unknown): FreezeAnswer | undefined {
  const read = v.safeParse(state, given);
  return read.success ? read.output.frozen : undefined;
}

/** The address that the page of a freeze hands over behind the mark, where no server reads it. */
export function emailFromHash(hash: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get('email') ?? undefined;
}
