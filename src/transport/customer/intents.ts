import { randomHex } from '#platform/ciphers/random.ts';
import { deviceStorage, parseJson } from '#platform/kept/storage.ts';
import { whenGone } from '#transport/session/scope.ts';
import { session } from '#transport/session/session.ts';

/**
 * One wish of a customer to move money: made before the review step, stored on the device before
 * anything is sent, and closed once its outcome is known (BEY-01). Its key makes every repetition
 * harmless.
 */
export interface Intent {
  readonly key: string;
  /** The endpoint's path. */
  readonly operation: string;
  readonly userId: string;
  /** A summary for the customer, such as amounts and assets. After the session has ended, only its `kind`. */
  readonly summary: Readonly<Record<string, string>>;
  readonly madeAt: string;
}

/** Each intent has an entry of its own: with a shared one, tabs would overwrite each other's. */
const INTENT_KEY = 'kopa-intent-';

function isIntent(value: unknown): value is Intent {
  const { key, operation, userId, summary } = Object(value);
  const texts: readonly unknown[] = [operation, userId, ...Object.values(Object(summary))];
  return /^[0-9a-f]{32}$/.test(key) && texts.every((one) => typeof one === 'string');
}

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

/** Intents that could not be stored on the device, kept for this visit. */
const memory = new Map<string, Intent>();

export function keepIntent(intent: Intent): void {
  const { key } = intent;
  if (!deviceStorage.set(INTENT_KEY + key, JSON.stringify(intent))) memory.set(key, intent);
}

export function closeIntent({ key }: Intent): void {
  memory.delete(key);
  deviceStorage.remove(INTENT_KEY + key);
}

/** Every intent on this device, of all customers. */
const allIntents = (): readonly Intent[] =>
  deviceStorage
    .keys(INTENT_KEY)
    .map((name) => parseJson(deviceStorage.get(name)))
    .filter(isIntent)
    .concat([...memory.values()]);

/** Intents of customers who are not signed in keep nothing readable about money (HARD-08). */
function hideSummaries(): void {
  for (const intent of allIntents()) {
    const { kind, ...rest } = intent.summary;
    if (intent.userId === session.user?.id || Object.keys(rest).length === 0) continue;
    // Overwritten, not removed and added: a lost key could never be asked about.
    memory.delete(intent.key);
    keepIntent({ ...intent, summary: kind === undefined ? {} : { kind } });
  }
}

/**
 * Keeps an open intent's key when its session ends, so that its owner can ask for the outcome after
 * signing in again, and forgets what it was about. Called once by the composition root.
 */
export function watchIntents(): void {
  hideSummaries();
  whenGone(hideSummaries);
}

/** This customer's intents that were sent and whose outcome is not yet known, oldest first. */
export function openIntents(operation?: string): readonly Intent[] {
  return allIntents()
    .filter(
      (intent) =>
        intent.userId === session.user?.id &&
        (operation === undefined || intent.operation === operation),
    )
    .sort((one, other) => (one.madeAt < other.madeAt ? -1 : 1));
}
