import type { RefusalCode } from '#core/contract/refusal.ts';
import type { Failure } from '#core/failure.ts';
import { failureText } from '#transport/failure-text.ts';

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
    };

/** What a failed step means to its form. */
export function stepOf(failure: Failure, fallback: string): Exclude<Step, { kind: 'done' }> {
  const message = failureText(failure, fallback);
  if (failure.kind !== 'refused') return { kind: 'failed', message, refused: undefined };
  const { code, retryAfter, codeCounts = false } = failure.refusal;
  if (code === 'INVALID_CODE') return { kind: 'wrong-code', message, codeCounts };
  return retryAfter === undefined
    ? { kind: 'failed', message, refused: code }
    : { kind: 'wait', seconds: retryAfter, message, codeCounts };
}
