import * as v from 'valibot';
import { instant } from '#core/contract/schemas.ts';

/** The ways into an account that are left after its password was reset or it was frozen (HARD-64). */
export const waysLeft = v.object({
  /** When each passkey was added. */
  passkeys: v.array(instant),
  twoFactor: v.boolean(),
  /** What was removed because it may have been somebody else's. */
  passkeysRemoved: v.boolean(),
  factorRemoved: v.boolean(),
});
export type WaysLeft = v.InferOutput<typeof waysLeft>;

/**
 * The ways in beside a password that was just changed. `isNew`: added in the last seven days, or since the last
 * sign-in on a device known before.
 */
export const waysBeside = v.object({
  passkeys: v.array(
    v.object({ id: v.string(), name: v.string(), addedAt: instant, isNew: v.boolean() }),
  ),
  /** Null: off. `since` is null where it is not known. */
  twoFactor: v.nullable(v.object({ since: v.nullable(instant), isNew: v.boolean() })),
});
export type WaysBeside = v.InferOutput<typeof waysBeside>;
