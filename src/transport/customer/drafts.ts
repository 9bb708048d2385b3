import { DRAFT_LIFE_MS } from '#core/snapshot.ts';
import { randomHex } from '#platform/ciphers/random.ts';
import { cameByHistory } from '#platform/kept/history-state.ts';
import { deviceStorage, parseJson, visitStorage } from '#platform/kept/storage.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { whenGone } from '#transport/session/scope.ts';
import { session } from '#transport/session/session.ts';
import { endedUser } from '#transport/session/session-expired.ts';

/** The forms whose text is kept. `wanted` is the page that was open when a session ended. */
const draftNames = [
  'withdrawal',
  'swap',
  'sell',
  'tax',
  'cash',
  'payout',
  'purchase',
  'profile',
  'crypto-address',
  'fiat-account',
  'request',
  'wanted',
] as const;

export type DraftName = (typeof draftNames)[number];

interface KeptDraft {
  /** The form as JSON. */
  readonly text: string;
  /**
   * It may be taken only by a customer who comes back with back or forward; a link opens an empty
   * form.
   */
  readonly onlyByHistory: boolean;
  /** When it was typed, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * What a customer typed but has not sent, while they look elsewhere, reload or sign in again
 * (BEY-11, HARD-11). It is offered to this customer only, in the tab where it was typed, for a
 * day. The device keeps it sealed under the customer's key, so nobody can read it after they have
 * signed out. While nobody is signed in, drafts stay in memory.
 */
const drafts = new Map<string, KeptDraft>();
let owner: string | undefined;

/**
 * Stores a random name for this tab, by which it finds its drafts again after a reload, followed by
 * the names of drafts that are gone but may still be on the device, because removing them can take
 * longer than a reload.
 */
const TAB_KEY = 'kopa-drafts';

// The next customer has drafts of their own.
whenGone(() => visitStorage.remove(TAB_KEY));

function knownTab(): { readonly tab: string; readonly gone: readonly DraftName[] } | undefined {
  const [tab, ...words] = visitStorage.get(TAB_KEY)?.split(' ') ?? [];
  return tab ? { tab, gone: draftNames.filter((name) => words.includes(name)) } : undefined;
}

function thisTab(): string {
  const known = knownTab();
  if (known) return known.tab;
  const made = randomHex(16);
  visitStorage.set(TAB_KEY, made);
  return made;
}

/** Notes that a draft which may still be on the device must not be offered again. */
function markGone(name: DraftName): void {
  const others = knownTab()?.gone.filter((one) => one !== name) ?? [];
  visitStorage.set(TAB_KEY, [thisTab(), ...others, name].join(' '));
}

/** The gone draft is off the device, or has been replaced by a newer one. */
function unmarkGone(name: DraftName): void {
  const known = knownTab();
  if (!known?.gone.includes(name)) return;
  visitStorage.set(TAB_KEY, [known.tab, ...known.gone.filter((one) => one !== name)].join(' '));
}

/** Loaded when a form is first typed into, because visitors do not need it. */
const onDevice = () => import('#platform/vault/sealed-drafts.ts');

/** Tells tabs that were duplicated from this one that a draft is gone; it is removed at once. */
const GONE_KEY = 'kopa-draft-gone';

/** A form that was sent in one of two such tabs is not offered in the other. */
function followTwins(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const [tab, name] = key === GONE_KEY && newValue ? newValue.split(' ') : [];
    if (name && tab === knownTab()?.tab) drafts.delete(name);
  });
}

function tellTwins(name: DraftName): void {
  deviceStorage.set(GONE_KEY, `${thisTab()} ${name}`);
  deviceStorage.remove(GONE_KEY);
}

/** The texts of drafts that were taken; the device may still have them. */
const taken = new Map<DraftName, string>();

const unsaved = new Set<DraftName>();
let saving = Promise.resolve();

/**
 * Writes or removes the draft on the device, one change after the other, so that the last one wins.
 */
function save(name: DraftName): void {
  if (unsaved.has(name)) return;
  unsaved.add(name);
  const bring = async (): Promise<void> => {
    unsaved.delete(name);
    const of = session.user?.id;
    if (of === undefined || of !== owner) return;
    const { writeDraft, removeDraft } = await onDevice();
    const kept = drafts.get(name);
    if (kept) await writeDraft(thisTab(), name, of, JSON.stringify(kept));
    else await removeDraft(thisTab(), name);
    // A draft that was dropped while it was being written still has to be removed.
    if (!kept || drafts.has(name)) unmarkGone(name);
  };
  // A browser that cannot seal keeps drafts in memory only.
  saving = saving.then(bring).catch(() => undefined);
}

export function keepDraft(name: DraftName, value: unknown, onlyByHistory = false): void {
  const writer = session.user?.id ?? endedUser();
  if (writer !== owner) drafts.clear();
  owner = writer;
  if (writer === undefined) return;
  const text = JSON.stringify(value);
  const before = drafts.get(name);
  // An unchanged draft keeps its time, so that looking at a form does not extend it.
  if (before?.text === text && before.onlyByHistory === onlyByHistory) return;
  drafts.set(name, { text, onlyByHistory, at: before?.text === text ? before.at : serverNow() });
  // The form continues with a taken draft that the device still has: a reload must not lose it.
  if (taken.get(name) === text) unmarkGone(name);
  save(name);
}

export function draftOf(name: DraftName): unknown {
  const draft = drafts.get(name);
  const mine = owner !== undefined && owner === session.user?.id;
  if (!draft || !mine || serverNow() - draft.at > DRAFT_LIFE_MS) return undefined;
  return !draft.onlyByHistory || cameByHistory() ? parseJson(draft.text) : undefined;
}

export function dropDraft(name: DraftName): void {
  taken.delete(name);
  if (!drafts.delete(name)) return;
  markGone(name);
  tellTwins(name);
  save(name);
}

/** A draft to continue with; it can be taken only once. */
export function takeDraft(name: DraftName): unknown {
  const draft = draftOf(name);
  const text = drafts.get(name)?.text;
  dropDraft(name);
  if (draft !== undefined && text !== undefined) taken.set(name, text);
  return draft;
}

function keptIn(text: string): KeptDraft | undefined {
  // Drafts that an earlier build has sealed call it `left`.
  const { text: form, left, onlyByHistory = left, at } = Object(parseJson(text));
  return typeof form === 'string' && typeof onlyByHistory === 'boolean' && typeof at === 'number'
    ? { text: form, onlyByHistory, at }
    : undefined;
}

/** Reads the drafts that this tab kept before a reload. Called once, before a page is drawn. */
export async function openDrafts(): Promise<void> {
  followTwins();
  const of = session.user?.id;
  const known = knownTab();
  if (of === undefined || !known) return;
  const { tab, gone } = known;
  const found = await onDevice().then(
    ({ readDrafts }) => readDrafts(tab, of),
    () => [],
  );
  if (session.user?.id !== of || (owner !== undefined && owner !== of)) return;
  owner = of;
  for (const [name, text] of found) {
    const kept = gone.some((one) => one === name) ? undefined : keptIn(text);
    // A draft typed meanwhile is newer.
    if (kept && !drafts.has(name)) drafts.set(name, kept);
  }
  for (const name of gone) save(name);
}

/** What survives a reload of the form to create an account: never a password. */
export const REGISTRATION_KEY = 'kopa-registration';

export function forgetDrafts(): void {
  drafts.clear();
  taken.clear();
  visitStorage.remove(TAB_KEY);
  visitStorage.remove(REGISTRATION_KEY);
}
