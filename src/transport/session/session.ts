import { proxy, subscribe } from 'valtio/vanilla';
import type { User } from '#core/contract/account/session.ts';
import type { Role } from '#core/pages.ts';
import { keptInVisit, keptOnDevice, STORE_KEY } from '#platform/kept/kept-names.ts';
import { deviceStorage, parseJson, visitStorage } from '#platform/kept/storage.ts';
import { onShownAgain } from '#platform/page/put-aside.ts';
import { followTimeZone } from '#platform/time/time-zone.ts';
import { destroyVault, openVault } from '#platform/vault/vault.ts';

/** The session, stored on the device so that all tabs and visits share it. */
export interface Session {
  token: string;
  refreshToken: string;
  user: User | null;
  country: string;
  countryName: string;
  continentCode: string;
  currencyName: string;
  timeZone: string;
  isAuthenticated: boolean;
}

/** Where the customer was when signing in. */
export type SignInPlace = Pick<
  Session,
  'country' | 'countryName' | 'continentCode' | 'currencyName' | 'timeZone'
>;

const USER_ID_KEY = 'userId';

const placeKeys = {
  country: 'userCountry',
  countryName: 'userCountryName',
  continentCode: 'userContinentCode',
  currencyName: 'userCurrencyName',
  timeZone: 'userTimeZone',
} as const;

/** Notes that this tab was left for a payment page, so that the return pages may show it (HARD-27). */
export const PAYING_KEY = 'kopa-paying';

/**
 * How many recovery codes are left after a sign-in with one, until the customer has read the notice
 * (HARD-47).
 */
export const RECOVERY_CODE_KEY = 'kopa-recovery-code';

export const POPUP_SEEN_KEY = 'hasSeenAccountVerificationPopup';

const empty = (): Session => ({
  token: '',
  refreshToken: '',
  user: null,
  country: '',
  countryName: '',
  continentCode: '',
  currencyName: '',
  timeZone: '',
  isAuthenticated: false,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Every other account is a customer's. */
const roleFrom = (role: unknown): Role =>
  role === 'admin' || role === 'compliance' ? role : 'user';

/** Whether the role is staff: staff see customers' data, hold no money and need a second factor (HARD-13). */
export const isStaff = (role: Role | undefined): boolean =>
  role === 'admin' || role === 'compliance';

function userOf(value: unknown): User | null {
  if (!isRecord(value)) return null;
  const id = textOf(value.id);
  const email = textOf(value.email);
  if (!id || !email) return null;
  return {
    id,
    email,
    first_name: textOf(value.first_name),
    last_name: textOf(value.last_name),
    dob: textOf(value.dob),
    address: textOf(value.address),
    city: textOf(value.city),
    state: textOf(value.state),
    postal: textOf(value.postal),
    currency_code: textOf(value.currency_code),
    country_code: textOf(value.country_code),
    phone: textOf(value.phone),
    role: roleFrom(value.role),
    is2FA: value.is2FA === 1 || value.is2FA === true ? 1 : 0,
  };
}

/** The refresh tokens of sessions that ended in this tab: a tab that has not heard yet may still store one. */
const over = new Set<string>();

/** What the device has stored; anything broken or incomplete counts as signed out (SESS-02). */
function readStored(): Session {
  const stored = parseJson(deviceStorage.get(STORE_KEY));
  if (!isRecord(stored)) return empty();
  const token = textOf(stored.token);
  const refreshToken = textOf(stored.refreshToken);
  const user = userOf(stored.user);
  if (!token || !refreshToken || !user || over.has(refreshToken)) return empty();
  return {
    token,
    refreshToken,
    user,
    country: textOf(stored.country),
    countryName: textOf(stored.countryName),
    continentCode: textOf(stored.continentCode),
    currencyName: textOf(stored.currencyName),
    timeZone: textOf(stored.timeZone),
    isAuthenticated: true,
  };
}

export const session: Session = proxy(readStored());

/** False after the device could not store the session: then only memory is up to date. */
let kept = true;

function persist(): void {
  kept = deviceStorage.set(STORE_KEY, JSON.stringify(session));
}

/**
 * Stores a change within the session. If another tab has ended or replaced it, this tab follows, even if the event
 * that says so is still to come: an ended session is never stored again (READ-01).
 */
function persistChange(): void {
  const isEnded = isOver(deviceStorage.get(STORE_KEY));
  if (kept && !isEnded && readStored().refreshToken !== session.refreshToken) follow(readStored());
  else persist();
}

export const isSignedIn = (): boolean => session.token !== '' && session.refreshToken !== '';

/** The role of the signed-in account. */
export const roleOf = (current: {
  readonly isAuthenticated: boolean;
  readonly user: { readonly role: string } | null;
}): Role | undefined => {
  if (!current.isAuthenticated || !current.user) return undefined;
  return roleFrom(current.user.role);
};

/** Whether the signed-in account has to set up a second factor before anything else (HARD-13). */
export const needsSecondFactor = (current: {
  readonly isAuthenticated: boolean;
  readonly user: { readonly role: string; readonly is2FA: number } | null;
}): boolean => isStaff(roleOf(current)) && current.user?.is2FA !== 1;

/** Writes the place into the session storage, which every tab has for itself. */
function keepPlace(place: SignInPlace): void {
  for (const [field, key] of Object.entries(placeKeys)) {
    visitStorage.set(key, place[field as keyof typeof placeKeys]);
  }
}

/** Keeps the place in the session and in this tab's session storage. */
export function rememberPlace(place: SignInPlace): void {
  keepPlace(place);
  Object.assign(session, place);
  if (isSignedIn()) persistChange();
}

export async function signIn(
  answer: { readonly token: string; readonly refreshToken: string; readonly user: User },
  place: SignInPlace,
): Promise<void> {
  await openVault(answer.user.id);
  const { token, refreshToken } = answer;
  const user = { ...answer.user };
  // The customer comes last, and when all is stored: whoever follows the session then finds it whole.
  const next: Session = { ...place, token, refreshToken, isAuthenticated: true, user };
  over.delete(refreshToken);
  deviceStorage.set(USER_ID_KEY, user.id);
  kept = deviceStorage.set(STORE_KEY, JSON.stringify(next));
  keepPlace(place);
  Object.assign(session, next);
}

/** A refresh replaces the access token and nothing else (SESS-03), in no session but its own. */
export function replaceToken(token: string, refreshToken: string): void {
  if (session.refreshToken !== refreshToken) return;
  session.token = token;
  persistChange();
}

/** Merges saved fields into the customer's profile. */
export function mergeProfile(
  profile: Partial<Pick<User, 'email' | 'address' | 'city' | 'state' | 'postal'>>,
): void {
  if (!session.user) return;
  Object.assign(session.user, profile);
  persistChange();
}

/** Two-factor authentication was turned on or off. */
export function setTwoFactor(on: boolean): void {
  if (!session.user || session.user.is2FA === Number(on)) return;
  session.user.is2FA = Number(on);
  persistChange();
}

function forget(): void {
  // A visitor who is not signed in keeps what they have typed.
  if (!session.user) return;
  over.add(session.refreshToken);
  Object.assign(session, empty());
  visitStorage.forgetAllBut(keptInVisit);
}

/**
 * Forgets the session on this device: every private snapshot, and all that is stored but what
 * `kept-names.ts` lists (SESS-08, HARD-30). Other tabs follow by the storage event.
 */
export async function signOut(): Promise<void> {
  const shredded = destroyVault();
  forget();
  persist();
  // A full device can still remove data.
  if (!kept) deviceStorage.remove(STORE_KEY);
  deviceStorage.forgetAllBut(keptOnDevice);
  await shredded;
}

const isOver = (stored: string | undefined): boolean =>
  over.has(textOf(Object(parseJson(stored)).refreshToken));

/** Takes over what another tab wrote: a new token, a sign-in, a sign-out. */
export function adoptStored(): void {
  const stored = deviceStorage.get(STORE_KEY);
  if (!kept || stored === undefined) return;
  // Another tab stored what has ended here, before it had heard: that ends nobody's session here.
  if (isOver(stored)) persist();
  else follow(readStored());
}

function follow(stored: Session): void {
  if (!stored.isAuthenticated) {
    forget();
    return;
  }
  // The customer comes last: whoever follows the session then finds it whole.
  const { user, ...rest } = stored;
  Object.assign(session, rest, { user });
  keepPlace(stored);
}

/** Settles when another tab has written the store, or after `patienceMs`. */
export function storeWritten(patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      window.removeEventListener('storage', look);
      resolve();
    };
    const look = (event: StorageEvent): void => {
      if (event.key === STORE_KEY || event.key === null) settle();
    };
    const timer = setTimeout(settle, patienceMs);
    window.addEventListener('storage', look);
  });
}

/** Runs `run` whenever another customer, or nobody, is signed in: private data of the former one must go. */
export function whenCustomerChanges(run: () => void): void {
  let of = session.user?.id;
  const look = (): void => {
    if (session.user?.id === of) return;
    of = session.user?.id;
    run();
  };
  subscribe(session, look, true);
}

/**
 * Keeps the session's time zone that of the device, or the chosen one (HARD-43). Called once by the
 * composition root.
 */
export function watchTimeZone(): void {
  let current = '';
  const keep = (): void => {
    if (!current || !isSignedIn() || session.timeZone === current) return;
    session.timeZone = current;
    rememberPlace(session);
  };
  followTimeZone((zone) => {
    current = zone;
    keep();
  });
  whenCustomerChanges(keep);
}

/** Follows the other tabs; called once by the composition root. */
export function watchOtherTabs(): void {
  // A tab that was opened later does not yet have the keys of its visit.
  if (isSignedIn()) keepPlace(session);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key && key !== STORE_KEY) return;
    // If another tab could write, the device stores data again.
    kept = true;
    // A full device removed it at sign-out, or somebody cleared the site's data.
    if (newValue === null) forget();
    else adoptStored();
  });
  // A page restored from the browser's history has missed the events of other tabs.
  onShownAgain(adoptStored);
}
