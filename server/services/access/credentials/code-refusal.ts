import type { Refusal } from '#core/contract/refusal.ts';
import type { Deps } from '#server/deps.ts';
import { countUp } from '#server/platform/rate-limit.ts';
import { CODE_MINUTES, CODE_TRIES } from '#server/policy.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import type { CodeTrial } from './email-codes.ts';

type NotRight = Exclude<CodeTrial, { kind: 'right' }>;

const left = (tries: number): string =>
  tries === 0
    ? 'That was the last try: ask for a new code.'
    : `You have ${tries} ${tries === 1 ? 'try' : 'tries'} left.`;

/** `done`: what an already used code has done. */
function reasonOf(trial: NotRight, done: string): string {
  switch (trial.kind) {
    case 'wrong':
      return `It is not the code of our newest email. ${left(trial.left)}`;
    case 'elsewhere':
      return `This code was asked for in another browser and counts only there. ${left(trial.left)}`;
    case 'ran-out':
      return `The code has run out: it is good for ${CODE_MINUTES} minutes. Ask for a new one.`;
    case 'used-up':
      return `The code is used up: it was typed wrong ${CODE_TRIES} times. Ask for a new one.`;
    case 'used':
      return `The code was used before. ${done}`;
    case 'other':
      return 'It was made for another amount or another recipient, and counts for nothing else. Ask for a new one.';
    case 'none':
      return 'No code was asked for in this browser, and a code counts only where it was asked for.';
  }
}

/** Why a mailed code is refused, after the literal text of its page (HARD-24). */
export const codeRefused = (
  literal: string,
  trial: NotRight,
  done: string,
  extra: Pick<Refusal, 'mailed'> = {},
): Refused =>
  refuse('INVALID_CODE', `${literal}. ${reasonOf(trial, done)}`, {
    codeCounts: (trial.kind === 'wrong' || trial.kind === 'elsewhere') && trial.left > 0,
    ...extra,
  });

const ALARM_SECONDS = 600;

/**
 * Counts refused mailed codes over all accounts. Somebody who guesses a little at very many accounts is
 * visible only here, so the operator is told once per period in which there are too many.
 */
export async function watchCodes<T>(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>,
  answer: T,
): Promise<T> {
  if (isRefused(answer) && answer.refusal.code === 'INVALID_CODE') {
    const { count } = await countUp(deps, 'wrong-codes', ALARM_SECONDS);
    if (count === deps.config.alarmWrongCodes) {
      deps.log.error('unusually many wrong codes', { count, minutes: ALARM_SECONDS / 60 });
    }
  }
  return answer;
}
