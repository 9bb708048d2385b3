import axe from 'axe-core';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getKycStatus } from '#core/contract/account/identity.ts';
import { passkeySignInChallenge } from '#core/contract/account/passkeys.ts';
import type { User } from '#core/contract/account/session.ts';
import { getTerms } from '#core/contract/account/terms.ts';
import { type AnyEndpoint, API_BASE, type ParsedRequestOf } from '#core/contract/endpoint.ts';
import { type Forex, forexPath } from '#core/contract/market/forex.ts';
import { geolocationPath } from '#core/contract/market/geolocation.ts';
import { livePath } from '#core/contract/market/live.ts';
import { getPurchases } from '#core/contract/money/payment.ts';
import { listRecurringBuys } from '#core/contract/money/recurring-buys.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { listNotes } from '#core/contract/wallet/notes.ts';
import { getPortfolioHistory } from '#core/contract/wallet/portfolio.ts';
import { listPriceAlerts } from '#core/contract/wallet/price-alerts.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, open as openEnvelope, seal, transportKey } from '#core/envelope/envelope.ts';
import type { Geolocation } from '#core/money/region.ts';
import { answer, answerBy, plainly, refuse, type Said } from './answers.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const nonce = (): string => nonceOf(crypto.getRandomValues(new Uint8Array(16)));

/** What currencies cost, in a dollar. */
const rates = { USD: '1', AUD: '1.5', EUR: '0.9' };

const stamp = (): string => new Date().toISOString();

/** Where a visitor is: Australia, if not said. */
export const place = (over: Partial<Geolocation> = {}): Said =>
  plainly<Geolocation>(geolocationPath, {
    ip: '203.0.113.7',
    country: 'AU',
    countryName: 'Australia',
    continentCode: 'OC',
    currency: 'AUD',
    timezone: 'Australia/Sydney',
    countryCode: 'AU',
    inEu: false,
    ...over,
  });

/** What the frame of every page and the wallet ask for: nothing has happened yet. */
const usual: readonly Said[] = [
  plainly<Forex>(forexPath, { base: 'USD', date: '2026-11-30', rates }),
  place(),
  plainly('/healthz', {}),
  // Without a challenge, no passkey is suggested.
  refuse(passkeySignInChallenge, 'UNAVAILABLE', 'No passkeys in the views.'),
  answer(getPurchases, { data: { payment_test_env: true, purchases: [] } }),
  answer(getKycStatus, {
    data: { kyc_data: [{ kyc_property: 'kyc_status', kyc_value: 'approved' }] },
  }),
  answer(getTerms, { data: { current: null, coming: [], former: [], ending: null } }),
  answerBy(listNotes, () => ({ data: { key: null, notes: [] }, as_of: stamp() })),
  answerBy(getPortfolioHistory, () => ({ money_id: 'USD', hours: [], days: [], as_of: stamp() })),
  answer(listPriceAlerts, { data: [] }),
  answer(listRecurringBuys, { data: [], most_spread_bps: 50 }),
  answerBy(getTransactionHistory, () => ({ data: [], as_of: stamp() })),
];

interface Visit {
  /** Who is signed in; a visitor if not said. */
  readonly as?: User;
  readonly answers?: readonly Said[];
  /** In pixels; if not said, a desk for who is signed in, and a phone for a visitor. */
  readonly width?: number;
  /** What the page's history entry keeps. */
  readonly state?: object;
}

/** A customer of Australia: `over` says what a test is about. */
export const customer = (over: Partial<User> = {}): User => ({
  id: crypto.randomUUID(),
  email: 'ada@kopa.test',
  first_name: 'Ada',
  last_name: 'Nguyen',
  dob: '1990-04-01',
  address: '1 Road',
  city: 'Perth',
  state: 'WA',
  postal: '6000',
  currency_code: 'AUD',
  country_code: 'AU',
  phone: '+61400000000',
  role: 'user',
  is2FA: 0,
  ...over,
});

let root: Root | undefined;
let said = new Map<string, Said>();
let asked: { path: string; request: object }[] = [];
let unanswered: string[] = [];
let isConnected = true;

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (!isConnected) throw new TypeError('Failed to fetch');
  if (pathname === livePath) return new Promise(() => undefined);
  const isPlain = said.has(pathname);
  if (!isPlain && !pathname.startsWith(`${API_BASE}/`)) return new Response('ok');
  const path = isPlain ? pathname : pathname.slice(API_BASE.length);
  const opened = isPlain ? {} : (openEnvelope(transport, (await request.json()).req) ?? {});
  // Nobody waits any more who asked for somebody that is gone.
  request.signal.throwIfAborted();
  asked.push({ path, request: opened });
  const answer = said.get(path);
  if (!answer) {
    unanswered.push(path);
    return new Promise(() => undefined);
  }
  const sent = await answer.to(opened);
  if (sent instanceof Response) return sent;
  return Response.json({ res: seal(transport, sent.body, nonce()) }, { status: sent.status });
}

/** Forgets what the test before left on screen, of the network and of time. */
async function begin(): Promise<void> {
  const { toast } = await import('#ui/feedback/toasts.ts');
  const { reportReachable } = await import('#platform/page/online.ts');
  const { anchorClock } = await import('#platform/time/server-clock.ts');
  toast.clear();
  // A part that fails says so, instead of loading this page anew.
  sessionStorage.setItem('kopa-reloaded-for', '');
  anchorClock(Date.now());
  await reportReachable();
}

/** Makes this page the device of `as`, as it is when the app's first module loads. */
async function become(as: User | undefined): Promise<void> {
  const { adoptStored, signOut } = await import('#transport/session/session.ts');
  const user = as ?? customer();
  const session = { token: 't', refreshToken: `r-${user.id}`, user, isAuthenticated: true };
  localStorage.setItem('auth-storage', JSON.stringify(session));
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it, which is no page of its own
  document.cookie = `XSRF-TOKEN=${'0'.repeat(32)}`;
  adoptStored();
  // What the test before left in memory, of a visitor too, goes with whoever signs out.
  if (!as) await signOut();
}

/** Opens the app at a path, with the answers that a test gives. A call that gets none fails the test by its name. */
export async function open(
  path: string,
  { as, answers = [], width = as ? 1280 : 390, state }: Visit = {},
): Promise<View> {
  // What was opened before in the same test would follow the address, and ask for what this one has no answer to.
  root?.unmount();
  said = new Map([...usual, ...answers].map((one) => [one.path, one]));
  isConnected = true;
  vi.stubGlobal('fetch', respond);
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  });
  await page.viewport(width, 800);
  await begin();
  await become(as);
  asked = [];
  unanswered = [];
  history.replaceState(state ?? null, '', path);
  const place = document.createElement('div');
  place.id = 'root';
  document.body.replaceChildren(place);
  const { App } = await import('#app/app.tsx');
  root = createRoot(place);
  root.render(createElement(App));
  return { says, asked: requestsTo, passes, disconnects };
}

export interface View {
  /** From now on these calls are answered so. */
  readonly says: (...answers: readonly Said[]) => void;
  /** What was asked of a call so far, in order. */
  readonly asked: <E extends AnyEndpoint>(endpoint: E) => readonly ParsedRequestOf<E>[];
  /** Lets the page's time go on. */
  readonly passes: (ms: number) => Promise<void>;
  /** From now on nothing is answered, and the page knows it. */
  readonly disconnects: () => Promise<void>;
}

function says(...answers: readonly Said[]): void {
  for (const one of answers) said.set(one.path, one);
}

const requestsTo: View['asked'] = ({ path }) =>
  asked.filter((one) => one.path === path).map(({ request }) => request);

async function passes(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

async function disconnects(): Promise<void> {
  const { reportSilence } = await import('#platform/page/online.ts');
  isConnected = false;
  await reportSilence();
}

const violations = async (rules?: string[]): Promise<readonly string[]> => {
  const found = await axe.run(document.body, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  });
  return found.violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
};

/** Expects that axe finds no fault in what is on screen, nor too little contrast in the other theme (BEY-24). */
export async function expectAccessible(): Promise<void> {
  delete document.documentElement.dataset.theme;
  expect(await violations()).toEqual([]);
  document.documentElement.dataset.theme = 'dark';
  expect(await violations(['color-contrast'])).toEqual([]);
  delete document.documentElement.dataset.theme;
}

afterEach(() => {
  delete document.documentElement.dataset.theme;
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  const missing = unanswered;
  asked = [];
  unanswered = [];
  expect([...new Set(missing)], 'calls without an answer').toEqual([]);
});

/** The texts of the toasts on screen. */
export const toasts = (): readonly string[] =>
  [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent);

/** By how many pixels the page is wider than its window. */
export const overflow = (): number =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth;
