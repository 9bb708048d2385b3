import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { plainPassword } from '#core/domain/validation.ts';
import { aside } from '#server/aside.ts';
import { widestNetworkOf } from '#server/platform/network.ts';
import { type Caller, turns } from '#server/platform/turns.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashing at the same time: each takes memory, a processor and one of the four threads of the pool. The
 * server itself keeps a processor, and the files and names that it reads a thread, so that signing in
 * never starves reads (OPS-10).
 */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Some seconds of work; a caller who had to wait any longer would have given up. */
const MOST_WAITING = 200;
const COME_BACK_SECONDS = 5;

/** Sessions are bounded for each account, and limits hold for what they ask: they share a line. */
const SIGNED_IN: Caller = { name: 'signed in', first: true };

export const hashing = turns(AT_ONCE, MOST_WAITING);

/** The caller of a request without a session: those of one network wait in one line (HARD-38). */
export const callerFrom = (ip: string, knownDevice = false): Caller => ({
  name: widestNetworkOf(ip),
  first: knownDevice,
});

/**
 * Refuses a caller whose line is full. Call it right before a password is hashed, with nothing awaited
 * in between. By default the caller is signed in.
 */
export const refuseCrowd = (caller = SIGNED_IN): Refused | undefined =>
  hashing.isFull(caller) ? tooMany(COME_BACK_SECONDS) : undefined;

export const hashPassword = (password: string, caller = SIGNED_IN): Promise<string> =>
  aside(() => hashing.run(() => hash(plainPassword(password), settings), caller));

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash. Without a hash the same work is done and the answer
 * is no, so that the time says nothing about whether an account exists.
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
