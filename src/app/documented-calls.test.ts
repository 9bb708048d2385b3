import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { conversionDeps } from '#conversion/conversion-wiring.ts';
import { swapRules } from '#conversion/rules.ts';
import { otpTypes } from '#core/contract/account/registration.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { open, transportKey } from '#core/envelope/envelope.ts';
import { listingPage } from '#features/admin/admin-wiring.ts';
import { merchants } from '#features/admin/merchants-state.ts';
import { askForCode } from '#features/auth/mailed-code.ts';
import { resetPassword } from '#features/auth/recovery/password-reset.ts';
import { attemptSignIn } from '#features/auth/sign-in.ts';
import { register } from '#features/auth/sign-up/registration.ts';
import { buyDeps } from '#features/trade/buy-wiring.ts';
import { wallet } from '#features/wallet/wallet-wiring.ts';
import { withdrawDeps } from '#features/withdraw/withdraw-wiring.ts';
import { wholeHistory } from '#history/history-store.ts';
import { verificationDeps } from '#identity/identity-wiring.ts';
import { documented, documentedCalls, fieldName } from '#tests/support/documented-calls.ts';
import { eventually } from '#tests/support/eventually.ts';
import { session } from '#transport/session/session.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const before = { ...session };

/** What the page sent last to each path; nothing is answered. */
let sent: Map<string, readonly string[]>;

beforeEach(() => {
  sent = new Map();
  vi.stubGlobal('navigator', { userAgent: 'test' });
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = String(url).slice(API_BASE.length);
    if (init.method !== 'POST') throw new TypeError('no network');
    const { req } = JSON.parse(String(init.body)) as { req: string };
    const { nonce, ...payload } = open(transport, req) ?? {};
    if (typeof nonce === 'string') sent.set(path, Object.keys(payload));
    throw new TypeError('no network');
  });
  Object.assign(session, {
    token: 't',
    refreshToken: 'r',
    user: { id: 'u1', email: 'a@kopa.test' },
    isAuthenticated: true,
  });
});
afterEach(() => {
  Object.assign(session, before);
  vi.unstubAllGlobals();
});

const waiting = { signal: AbortSignal.abort(), onLost: () => undefined };
const registration = {
  firstName: 'Jo',
  lastName: 'Bloggs',
  email: 'a@kopa.test',
  password: 'Kopa-demo-2026!',
  confirmation: 'Kopa-demo-2026!',
  dateOfBirth: '1990-01-01',
};
const place = {
  ip: '127.0.0.1',
  country: 'LT',
  countryName: 'Lithuania',
  continentCode: 'EU',
  currency: 'EUR',
  timezone: 'Europe/Vilnius',
  countryCode: 'LT',
  inEu: true,
};

/** Has the page make a call, in the way a customer makes it happen. */
const makes: Readonly<Record<string, () => unknown>> = {
  '/users/login': () => attemptSignIn('a@kopa.test', 'x', undefined),
  '/users/send-email-otp': () => askForCode('a@kopa.test', otpTypes.proveEmail, ''),
  '/users/create-user': () => register(registration, '123456', place, waiting),
  '/users/verify-otp-and-update-password': () =>
    resetPassword('a@kopa.test', '12345678', 'x', waiting),
  '/users/verify-2fa': () => withdrawDeps().verifyCode('123456'),
  '/exchange/get-sumsub-token': () => verificationDeps().token(),
  '/exchange/get-kyc-status': () => withdrawDeps().kyc(),
  '/exchange/update-kyc-status': () => verificationDeps().report({ status: 'submitted' }),
  '/exchange/get-wallet-list': () => wallet.load(),
  '/exchange/swap-crypto': () => conversionDeps(swapRules).quote('SOL', 'USDC', '1.5'),
  '/exchange/transaction-history': () => wholeHistory.load(),
  '/exchange/get-currency-price': () => buyDeps().price('ETH', 'EUR'),
  '/exchange/get-payment-route-id': () => withdrawDeps().routes(),
  '/exchange/get-instruments': () => conversionDeps(swapRules).instruments(),
  '/exchange/get-merchant-list': () => merchants.load(),
  '/client/payment/merchant/get-transaction-listing': () => listingPage('m1', 1),
};

/** What the page may say beside that: an older server would not miss it. */
const own = (path: string): readonly string[] =>
  path === '/users/login' ? ['device_info', 'device_id'] : [];

test.each(Object.entries(makes))(
  'NET-04 the page sends the documented payload to %s',
  async (path, make) => {
    const { payload, beyond = [] } = documented(path);
    // What the page does without an answer is not waited for.
    void Promise.resolve(make()).catch(() => undefined);
    await eventually(() => expect(sent.has(path)).toBe(true));
    const fields = sent.get(path) ?? [];
    expect(fields).toEqual(expect.arrayContaining(payload.map(fieldName)));
    const known = new Set([...payload.map(fieldName), ...beyond, ...own(path)]);
    expect(fields.filter((field) => !known.has(field))).toEqual([]);
  },
);

test('NET-04 every documented call is one of the contract’s, whose payload has its fields, and the page makes it', () => {
  const root = resolve(import.meta.dirname, '..', '..');
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.(test|fixture)\./.test(file) && !file.includes(join('core', 'contract')))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  for (const { path, payload, beyond = [] } of documentedCalls) {
    const [name, endpoint] = Object.entries(endpoints).find(([, one]) => one.path === path) ?? [];
    expect(endpoint, path).toBeDefined();
    const entries = Object.keys(
      endpoint && 'entries' in endpoint.request ? endpoint.request.entries : {},
    );
    expect(entries, path).toEqual(expect.arrayContaining([...payload.map(fieldName), ...beyond]));
    // Imported from the contract, and used.
    const uses = new RegExp(
      `import \\{[^}]*\\b${name}\\b[^}]*\\} from '#core/contract/[\\s\\S]*\\b${name}\\b`,
    );
    expect(
      sources.some((source) => uses.test(source)),
      path,
    ).toBe(true);
  }
});
