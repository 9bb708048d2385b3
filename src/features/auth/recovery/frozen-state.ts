import * as v from 'valibot';
import { type FreezeAnswer, freezeAccount } from '#core/contract/account/security.ts';

const state = v.object({ frozen: freezeAccount.answer.entries.data });

/** The result of a freeze, from the Security page's navigation state; undefined without it. */
export function frozenFromState(given: unknown): FreezeAnswer | undefined {
  const read = v.safeParse(state, given);
  return read.success ? read.output.frozen : undefined;
}

/** The email address that the page of a freeze puts behind the #, where no server reads it. */
export function emailFromHash(hash: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get('email') ?? undefined;
}
