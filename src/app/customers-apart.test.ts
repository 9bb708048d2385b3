import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getKycStatus } from '#core/contract/account/identity.ts';
import { listNotices, saveNotifications } from '#core/contract/account/notifications.ts';
import { getSecurity } from '#core/contract/account/security.ts';
import { getNewToken, type User } from '#core/contract/account/session.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, open as opened, seal, transportKey } from '#core/envelope/envelope.ts';
import { testStorage } from '#platform/kept/test-storage.ts';
import { eventually } from '#tests/support/eventually.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const sealed = (body: object, status = 200): Response =>
  Response.json({ res: seal(transport, body, nonceOf(new Uint8Array(16))) }, { status });

type Who = 'ada' | 'ben';
const everybody = ['ada', 'ben'] as const;
/** Words that only this customer may ever see. */
const secretOf = (who: string): string => `secret of ${who}`;

/** A request on its way. */
interface Question {
  readonly path: string;
  /** Whose session it was sent in, such as `ada-3`. */
  readonly session: string;
  readonly answer: (response: Response) => void;
  readonly lose: () => void;
}

let device: Storage;
const questions: Question[] = [];
/** Requests with the access token of one session and the refresh token of another. */
const mixed: string[] = [];
let sessions = 0;

const userOf = (who: Who): User => ({
  ...{ id: who, email: `${who}@kopa.test`, first_name: who, last_name: '', dob: '', address: '' },
  ...{ city: '', state: '', postal: '', currency_code: 'AUD', country_code: 'AU', phone: '' },
  ...{ role: 'user', is2FA: 0 },
});

const place = {
  ...{ country: 'AU', countryName: '', continentCode: 'OC' },
  ...{ currencyName: 'AUD', timeZone: 'Australia/Perth' },
};

/** A tab of the device, with modules of its own. */
async function openTab() {
  vi.resetModules();
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const session = await import('#transport/session/session.ts');
  const { showNotices } = await import('./live/notices.ts');
  const { kyc, loadKyc } = await import('#transport/session/kyc.ts');
  const { security } = await import('#features/security/security-state.ts');
  const notifications = await import('#features/notifications/notifications-state.ts');
  const { newIntent, watchIntents } = await import('#transport/customer/intents.ts');
  const { perform } = await import('#transport/calls/once.ts');
  const { logOut } = await import('#transport/session/sign-out.ts');
  const { expiryRead } = await import('#transport/session/session-expired.ts');
  const { toast } = await import('#ui/feedback/toasts.ts');
  session.watchOtherTabs();
  watchIntents();
  const asks = [
    () => showNotices(0),
    () => loadKyc(),
    () => security.load(),
    async () => notifications.turnAll(true),
    () => {
      const who = session.session.user?.id ?? '';
      const intent = newIntent(createWithdrawal.path, { kind: 'out', address: secretOf(who) });
      const request = { amount: '1', cryptoAddress: 'a', paymentRouteId: 'r', fee: '0' };
      return perform(intent, createWithdrawal, request);
    },
  ] as const;
  return {
    asks,
    logOut,
    expiryRead,
    user: (): string | undefined => session.session.user?.id,
    async signIn(who: Who): Promise<void> {
      sessions += 1;
      const name = `${who}-${sessions}`;
      const answer = { token: `t ${name}`, refreshToken: `r ${name}`, user: userOf(who) };
      await session.signIn(answer, place);
    },
    /** The tab hears what another one stored. */
    hear(): void {
      const newValue = device.getItem('auth-storage');
      page.dispatchEvent(Object.assign(new Event('storage'), { key: 'auth-storage', newValue }));
    },
    /** All that the tab knows and shows. Toasts go as they are shown. */
    shows(): string {
      const toasts = toast.list.value.map(({ text }) => text);
      toast.list.value = [];
      return JSON.stringify([session.session, kyc, security, notifications.notifications, toasts]);
    },
  };
}

type Tab = Awaited<ReturnType<typeof openTab>>;
let tabs: readonly [Tab, Tab];

beforeAll(async () => {
  device = testStorage();
  vi.stubGlobal('localStorage', device);
  vi.stubGlobal('sessionStorage', testStorage());
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('fetch', (url: string, { headers, body }: RequestInit) => {
    const path = url.slice(API_BASE.length);
    const [, ...words] = (new Headers(headers).get('authorization') ?? '').split(/ |\./);
    const [, token, , refresh] = words;
    if (token !== refresh) mixed.push(`${path} ${words}`);
    const { refreshToken } = Object(opened(transport, JSON.parse(String(body)).req));
    const named =
      refresh ??
      String(refreshToken ?? '')
        .split(' ')
        .at(-1);
    return new Promise<Response>((resolve, reject) => {
      questions.push({
        path,
        session: named ?? '',
        answer: resolve,
        lose: () => reject(new TypeError('connection reset')),
      });
    });
  });
  tabs = [await openTab(), await openTab()];
}, 60_000);

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** What the server says to whoever asked. */
function answerTo({ path, session }: Question): Response {
  const secret = secretOf(session.split('-')[0] ?? '');
  const at = '2026-05-13T10:42:00Z';
  switch (path) {
    case getNewToken.path:
      return sealed({ status: 'success', token: `t ${session}` });
    case listNotices.path: {
      const data = [{ notice_id: `${session} ${questions.length}`, text: secret, at }];
      return sealed({ status: 'success', data, as_of: at, recovery_due: at });
    }
    case getKycStatus.path: {
      const kyc_data = [{ kyc_property: 'kyc_comment', kyc_value: secret }];
      return sealed({ status: 'success', data: { kyc_data } });
    }
    case getSecurity.path: {
      const data = { ...{ twoFactor: false, recoveryCodesLeft: 0, antiPhishingCode: secret } };
      const rest = { sessions: [], withdrawalHold: null };
      return sealed({ status: 'success', data: { ...data, ...rest } });
    }
    // What is refused is told in a toast.
    case saveNotifications.path:
      return sealed({ status: 'error', code: 'TOO_MANY', message: secret }, 429);
    default:
      return sealed({ status: 'success' });
  }
}

const refused = (security: boolean): Response =>
  sealed(
    {
      status: 'error',
      code: 'UNAUTHORIZED_ACCESS',
      message: 'No.',
      ...(!security && { security }),
    },
    401,
  );

/** Lets everything run that waits for nothing but its turn. */
async function calm(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((done) => setImmediate(done));
}

const isOf = (text: string, who: Who): boolean => text.includes(secretOf(who));

function strangersSeen(): readonly string[] {
  return tabs.flatMap((tab) => {
    const shown = tab.shows();
    return everybody.filter((who) => isOf(shown, who) && tab.user() !== who);
  });
}

type Step =
  | { readonly kind: 'in'; readonly tab: number; readonly who: Who }
  | { readonly kind: 'out' | 'hear' | 'read'; readonly tab: number }
  | { readonly kind: 'ask'; readonly tab: number; readonly what: number }
  | { readonly kind: 'answer' | 'expire' | 'end' | 'lose'; readonly which: number };

const tab = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('in'), tab, who: fc.constantFrom(...everybody) }),
  fc.record({ kind: fc.constantFrom('out', 'hear', 'read'), tab }),
  { arbitrary: fc.record({ kind: fc.constant('ask'), tab, what: fc.nat(4) }), weight: 3 },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom('answer', 'answer', 'answer', 'expire', 'end', 'lose'),
      which: fc.nat(5),
    }),
    weight: 3,
  },
);

async function take(one: Step): Promise<void> {
  switch (one.kind) {
    case 'in':
      if (tabs[one.tab]?.user() === undefined) await tabs[one.tab]?.signIn(one.who);
      return;
    case 'out':
      void tabs[one.tab]?.logOut();
      return;
    case 'hear':
      tabs[one.tab]?.hear();
      return;
    case 'read':
      tabs[one.tab]?.expiryRead();
      return;
    case 'ask':
      void tabs[one.tab]?.asks[one.what]?.();
      return;
    default: {
      const [question] = questions.splice(one.which % Math.max(1, questions.length), 1);
      if (!question) return;
      if (one.kind === 'lose') question.lose();
      else if (one.kind === 'answer') question.answer(answerTo(question));
      else question.answer(refused(one.kind === 'expire'));
    }
  }
}

/** Everybody leaves, both tabs hear of it, and nobody is waited for. */
async function goHome(): Promise<void> {
  for (const one of tabs) await Promise.race([one.logOut(), calm()]);
  for (const one of [...tabs, ...tabs]) one.hear();
  for (const question of questions.splice(0)) question.lose();
  await calm();
  for (const one of tabs) one.shows();
}

test('READ-01 of two customers in two tabs neither sees, keeps or sends anything of the other, however late answers and sign-outs come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
      await goHome();
      for (const one of steps) {
        await take(one);
        await calm();
        expect(strangersSeen()).toEqual([]);
        expect(mixed).toEqual([]);
      }
      // What is still on its way arrives, and nobody is left for it.
      for (const one of tabs) void one.logOut();
      await calm();
      for (const question of questions.splice(0)) question.answer(answerTo(question));
      await calm();
      for (const one of [...tabs, ...tabs]) one.hear();
      await calm();
      expect(strangersSeen()).toEqual([]);
      expect(JSON.stringify({ ...device })).not.toMatch(/secret of|[tr] (ada|ben)/);
    }),
    { numRuns: 40 },
  );
}, 120_000);

test('READ-01 whoever is there sees what is theirs', async () => {
  await goHome();
  const [first] = tabs;
  await first.signIn('ben');
  for (const ask of first.asks) void ask();
  const seen = new Set<string>();
  await eventually(() => {
    for (const question of questions.splice(0)) question.answer(answerTo(question));
    if (isOf(first.shows(), 'ben')) seen.add('ben');
    expect([...seen]).toEqual(['ben']);
  });
});
