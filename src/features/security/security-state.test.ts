import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endOtherSessions, getSecurity } from '#core/contract/account/security.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { eventually } from '#tests/support/eventually.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';
import type { endOthers, made, security } from './security-state.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);

const sealed = (answer: object): Response =>
  new Response(JSON.stringify({ res: seal(transport, answer, nonceOf(new Uint8Array(16))) }));

/** What the server says while 2FA is on or off. */
const answer = (twoFactor: boolean) =>
  sealed({
    status: 'success',
    data: {
      twoFactor,
      recoveryCodesLeft: 0,
      antiPhishingCode: null,
      sessions: [],
      withdrawalHold: null,
    },
  });

interface Page {
  readonly security: typeof security;
  readonly endOthers: typeof endOthers;
  readonly made: typeof made;
  readonly becomes: (id: string) => void;
  readonly sessionsTwoFactor: () => number | undefined;
}
let page: Page;
/** The questions on their way, in the order they were asked. */
let questions: PromiseWithResolvers<Response>[];

/** The question of this place, as soon as it has been asked. */
const question = (place: number) =>
  eventually(() => {
    const asked = questions[place];
    if (!asked) throw new Error('not asked yet');
    return asked;
  });

beforeEach(async () => {
  vi.resetModules();
  questions = [];
  stubSignedIn(
    (url: string) => {
      const path = url.slice(API_BASE.length);
      if (path === endOtherSessions.path) return Promise.resolve(sealed({ status: 'success' }));
      expect(path).toBe(getSecurity.path);
      const asked = Promise.withResolvers<Response>();
      questions.push(asked);
      return asked.promise;
    },
    { is2FA: 0 },
  );
  const { session } = await import('#transport/session/session.ts');
  page = {
    ...(await import('./security-state.ts')),
    becomes: (id) => {
      if (session.user) session.user.id = id;
    },
    sessionsTwoFactor: () => session.user?.is2FA,
  };
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('BEY-10 an answer that was asked for earlier does not take the place of a later one', async () => {
  const before = page.security.load();
  const after = page.security.load();
  (await question(1)).resolve(answer(true));
  await after;
  (await question(0)).resolve(answer(false));
  await before;
  expect(page.security.known.data?.twoFactor).toBe(true);
  // What asks for a code everywhere else goes by this.
  expect(page.sessionsTwoFactor()).toBe(1);
});

test('BEY-10 a failure that comes late does not stand beside what was read after it was asked', async () => {
  const before = page.security.load();
  const after = page.security.load();
  (await question(1)).resolve(answer(true));
  await after;
  (await question(0)).reject(new TypeError('no connection'));
  await before;
  expect(page.security.known).toMatchObject({ data: { twoFactor: true }, failure: undefined });
});

test('BEY-12 after a change nothing that was asked for before it is shown any more', async () => {
  const before = page.security.load();
  await question(0);
  const changed = page.endOthers();
  const after = await question(1);
  (await question(0)).resolve(answer(true));
  await before;
  expect(page.security.known.data).toBeUndefined();
  after.resolve(answer(false));
  expect(await changed).toBeUndefined();
  expect(page.security.known.data?.twoFactor).toBe(false);
});

test('BEY-10 SESS-08 recovery codes stay until their owner has them, and are nobody else’s', async () => {
  const codes = { text: 'You have new recovery codes', codes: ['a', 'b'] };
  for (const place of [0, 1]) {
    const loading = page.security.load();
    if (place === 0) page.made.codes = codes;
    (await question(place)).resolve(answer(true));
    await loading;
  }
  expect(page.made.codes).toEqual(codes);
  page.becomes('u2');
  expect(page.made.codes).toBeUndefined();
});
