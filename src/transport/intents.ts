import { randomHex } from '#platform/random.ts';
import { deviceStorage, parseJson } from '#platform/storage.ts';
import { session } from './session.ts';

/**
 * One wish of a customer to move money: made before the review step, kept on the device before
 * anything is sent, and closed when its outcome is known (BEY-01). Its key makes every repetition
 * harmless.
 */
export interface Intent {
  readonly key: string;
  /** The endpoint's path. */
  readonly operation: string;
  readonly userId: string;
  /** What to tell the customer it was about, e.g. amounts and assets. */
  readonly summary: Readonly<Record<string, string>>;
  readonly madeAt: string;
}

const KEY = 'kopa-intents';

const isIntent = (value: unknown): value is Intent =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'operation' in value &&
  typeof value.operation === 'string' &&
  'userId' in value &&
  typeof value.userId === 'string' &&
  'summary' in value &&
  typeof value.summary === 'object' &&
  value.summary !== null;

/** What could not be kept on the device is kept for this visit. */
let memory: readonly Intent[] | undefined;

function read(): readonly Intent[] {
  if (memory) return memory;
  const stored = parseJson(deviceStorage.get(KEY));
  return Array.isArray(stored) ? stored.filter(isIntent) : [];
}

function write(intents: readonly Intent[]): void {
  memory = deviceStorage.set(KEY, JSON.stringify(intents)) ? undefined : intents;
}

/** A new intent with a fresh key; not yet kept: that happens when it is performed. */
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

export const keepIntent = (intent: Intent): void =>
  write([...read().filter((other) => other.key !== intent.key), intent]);

export const closeIntent = (intent: Intent): void =>
  write(read().filter((other) => other.key !== intent.key));

/** This customer's intents that were sent and whose outcome is not known yet. */
export const openIntents = (operation?: string): readonly Intent[] =>
  read().filter(
    (intent) =>
      intent.userId === session.user?.id &&
      (operation === undefined || intent.operation === operation),
  );

/** Forgets every intent: for a customer who signs out. */
export function forgetIntents(): void {
  memory = undefined;
  deviceStorage.remove(KEY);
}
