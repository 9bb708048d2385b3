import type { Refusal, RefusalCode } from '#core/contract/refusal.ts';

type Extra = Omit<Refusal, 'status' | 'code' | 'message'>;

/** An expected failure, as a value. Returned from a transaction, it rolls everything back. */
export interface Refused {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}

const made = new WeakSet<object>();

/** Refuses with a code and a text for the customer. */
export function refuse(code: RefusalCode, message: string, extra: Extra = {}): Refused {
  const refused: Refused = {
    kind: 'refused',
    refusal: { status: 'error', code, message, ...extra },
  };
  made.add(refused);
  return refused;
}

const kept = new WeakSet<object>();

/** The same refusal without a rollback: a wrong code must count as an attempt. */
export function keeping(refused: Refused): Refused {
  kept.add(refused);
  return refused;
}

export const isKeeping = (refused: Refused): boolean => kept.has(refused);

const guesses = new WeakSet<object>();

/** The same refusal of a code that was tried and is wrong: it costs an attempt. */
export function guessing(refused: Refused): Refused {
  guesses.add(refused);
  return refused;
}

export const isGuess = (refused: Refused): boolean => guesses.has(refused);

export const isRefused = (value: unknown): value is Refused =>
  typeof value === 'object' && value !== null && made.has(value);
