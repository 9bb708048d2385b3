import type { RefusalCode } from '#core/contract/refusal.ts';
import type { Failure } from '#core/failure.ts';
import { failureText } from '#transport/calls/failure-text.ts';

/** The result of a step of creating an account or setting a new password. */
export type Step =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'wait';
      readonly seconds: number;
      readonly message: string;
      /** Whether a code that was sent to this browser earlier is still valid. */
      readonly codeCounts: boolean;
    }
  | {
      readonly kind: 'wrong-code';
      readonly message: string;
      /** Whether the code may be tried again. */
      readonly codeCounts: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly refused: RefusalCode | undefined;
      /** The field of the request that was refused, if it is one. */
      readonly field?: string | undefined;
    };

/**
 * What a failed step means to its form. `fallback`: the text of a refusal that has none; `broken`: that of a failure
 * of ours, if it has to be another one: nobody's code is wrong because a server broke.
 */
export function stepOf(
  failure: Failure,
  fallback: string,
  broken = fallback,
): Exclude<Step, { kind: 'done' }> {
  const message = failureText(failure, failure.kind === 'refused' ? fallback : broken);
  if (failure.kind !== 'refused') return { kind: 'failed', message, refused: undefined };
  const { code, retryAfter, codeCounts = false, field } = failure.refusal;
  if (code === 'INVALID_CODE') return { kind: 'wrong-code', message, codeCounts };
  return retryAfter === undefined
    ? { kind: 'failed', message, refused: code, field }
    : { kind: 'wait', seconds: retryAfter, message, codeCounts };
}
