import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { brand } from '#core/brand.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';

/** Passwords below this are easier to guess than eight random characters; as a power of ten. */
const HARD_ENOUGH = 7.9;
/** Looking at more characters takes time and finds nothing easier. */
const LOOKED_AT = 32;

let guesser: ZxcvbnFactory | undefined;

/**
 * Refuses a password that attackers try first: a common one, also with replaced letters or a year, a row of
 * keys, or the customer's own name. Takes the password in the form that is hashed. `field`: its name in the
 * request, if it is one of the request.
 */
export function refuseCommon(
  password: string,
  about: readonly string[],
  field?: string,
): Refused | undefined {
  guesser ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const looked = password.normalize('NFKC').slice(0, LOOKED_AT);
  const own = [brand.name, ...about.flatMap((text) => text.split(/[@.]/))].filter(Boolean);
  return guesser.check(looked, own).guessesLog10 < HARD_ENOUGH
    ? refuse(
        'INVALID_INPUT',
        'This password is too easy to guess: it is among the first that are tried. Choose another one.',
        field === undefined ? {} : { field },
      )
    : undefined;
}
