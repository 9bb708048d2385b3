import type { SignedIn } from '#server/api/handling/handler.ts';
import type { Deps } from '#server/deps.ts';
import { limit } from '#server/platform/rate-limit.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { recordAlone } from '#server/services/staff/audit/record.ts';

/** More in an hour add nothing to what is seen, and the log is kept for good. */
const PROBES = { attempts: 200, windowSeconds: 3600 };

/** Staff see data of other people. */
export const isStaff = (role: SignedIn['role']): boolean => role !== 'user';

/**
 * Records what staff asked for and was refused: an id that does not exist, a desk that is not theirs, a call of
 * another form (HARD-79). What they asked about is not written: it may be anything. Returns the refusal.
 */
export async function recordProbe(
  deps: Deps,
  { userId, role }: Pick<SignedIn, 'userId' | 'role'>,
  path: string,
  refused: Refused,
): Promise<Refused> {
  if (!isStaff(role)) return refused;
  if (await limit(deps, { key: `probes:${userId}`, ...PROBES })) return refused;
  const detail = { call: path, code: refused.refusal.code };
  await recordAlone(deps, { actor: userId, action: 'refused', detail });
  return refused;
}
