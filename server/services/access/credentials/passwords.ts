import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { plainPassword } from '#core/people/validation.ts';
import { aside } from '#server/base/aside.ts';
import { widestNetworkOf } from '#server/platform/network.ts';
import { type Caller, turns } from '#server/platform/turns.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * How many hashes run at the same time: each takes memory, a processor and one of the pool's four threads.
 * One processor stays free for the server and one thread for files and names, so that signing in never
 * starves reads (OPS-10).
 */
export const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/** A few seconds of work; callers who would wait longer have given up. */
const MOST_WAITING = 200;
const COME_BACK_SECONDS = 5;

/**
 * All signed-in callers share a line: their sessions are bounded per account, and their requests are limited.
 */
const SIGNED_IN: Caller = { name: 'signed in', first: true };

export const hashing = turns(AT_ONCE, MOST_WAITING);

/** The caller of a request without a session: callers from one network share a line (HARD-38). */
export const callerFrom = (ip: string, knownDevice = false): Caller => ({
  name: widestNetworkOf(ip),
  first: knownDevice,
});

/**
 * Refuses a caller whose line is full. Call it right before hashing a password, without awaiting anything in
 * between. The default caller is a signed-in one.
 */
export const refuseCrowd = (caller = SIGNED_IN): Refused | undefined =>
  hashing.isFull(caller) ? tooMany(COME_BACK_SECONDS) : undefined;

export const hashPassword = (password: string, caller = SIGNED_IN): Promise<string> =>
  aside(() => hashing.run(() => hash(plainPassword(password), settings), caller));

let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash, the same work is done and the answer is no, so
 * that the time does not reveal whether an account exists.
 */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
  caller = SIGNED_IN,
): Promise<boolean> {
  decoy ??= hash('nobody has this password', settings);
  const nobody = decoy;
  const matches = await aside(() =>
    hashing.run(async () => verify(stored ?? (await nobody), plainPassword(password)), caller),
  );
  return matches && stored !== undefined;
}
