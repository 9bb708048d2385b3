import { hash, verify } from '@node-rs/argon2';
import { turns } from '#server/platform/turns.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing at the same time: each takes memory and a thread of the pool. */
const AT_ONCE = 4;
/** Seconds of work; whoever came behind them would have given up before it is their turn. */
const MOST_WAITING = 200;
const COME_BACK_SECONDS = 5;

export const hashing = turns(AT_ONCE, MOST_WAITING);

/**
 * Sends away whom too many wait before. Asked right before a password that somebody sent is hashed,
 * with nothing awaited in between.
 */
export const refuseCrowd = (): Refused | undefined =>
  hashing.full ? tooMany(COME_BACK_SECONDS) : undefined;

export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(password, settings));

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash. Without a hash the same work is done and the answer
 * is no, so that the time says nothing about whether an account exists.
 */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hash('nobody has this password', settings);
  const nobody = decoy;
  const matches = await hashing.run(async () => verify(stored ?? (await nobody), password));
  return stored !== undefined && matches;
}
