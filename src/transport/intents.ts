import { randomHex } from '#platform/random.ts';
import { deviceStorage, parseJson } from '#platform/storage.ts';
import { session, whenCustomerChanges } from './session.ts';

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
  /**
   * What it was about, for the customer, e.g. amounts and assets; of a session that has ended, only its
   * `kind`.
   */
  readonly summary: Readonly<Record<string, string>>;
  readonly madeAt: string;
}

/** Each has an entry of its own: if tabs shared one, the last to write would lose the others'. */
const INTENT_KEY = 'kopa-intent-';
/** Where they used to be, all together. */
const SHARED_KEY = 'kopa-intents';

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

/** What could not be stored on the device is kept for this visit. */
const memory = new Map<string, Intent>();

export function keepIntent(intent: Intent): void {
  const { key } = intent;
  if (!deviceStorage.set(INTENT_KEY + key, JSON.stringify(intent))) memory.set(key, intent);
}

export function closeIntent({ key }: Intent): void {
  memory.delete(key);
  deviceStorage.remove(INTENT_KEY + key);
}

/** Gives each of those that were stored together an entry of its own. */
function part(): void {
  const shared = parseJson(deviceStorage.get(SHARED_KEY));
  if (!Array.isArray(shared)) return;
  shared.filter(isIntent).forEach(keepIntent);
  deviceStorage.remove(SHARED_KEY);
}

/** Every intent on this device, of all customers. */
function allIntents(): readonly Intent[] {
  part();
  return deviceStorage
    .keys(INTENT_KEY)
    .map((name) => parseJson(deviceStorage.get(name)))
    .filter(isIntent)
    .concat([...memory.values()]);
}

/** Of what belongs to nobody signed in, nothing readable about money stays (HARD-08). */
function hideSummaries(): void {
  for (const intent of allIntents()) {
    const { kind, ...rest } = intent.summary;
    if (intent.userId === session.user?.id || Object.keys(rest).length === 0) continue;
    // Overwritten and never removed in between: a lost key could not be asked about.
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
  whenCustomerChanges(hideSummaries);
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
