import { randomHex } from '#platform/random.ts';
import type { Intent } from './open-intents.ts';
import { session } from './session.ts';

/** A new intent with a fresh key; not stored yet: that happens when it is performed. */
export const newIntent = (
  operation: string,
  summary: Readonly<Record<string, string>>,
): Intent => ({
  key: randomHex(16),
  operation,
  userId: session.user?.id ?? '',
  summary,
  madeAt: new Date().toISOString(),
});
