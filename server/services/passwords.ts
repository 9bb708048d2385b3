import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing at the same time: each takes memory and a thread of the pool. */
const AT_ONCE = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, settings));

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash. Without a hash the same work is done and the answer
 * is no, so that the time says nothing about whether an account exists.
 */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const against = stored ?? (await decoy);
  const matches = await inTurn(() => verify(against, password));
  return stored !== undefined && matches;
}
