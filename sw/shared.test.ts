import { expect, test } from 'vitest';
import { LARGEST_PICTURE, takeShared } from '#platform/worker/shared-inbox.ts';
import { memoryCaches, ORIGIN } from './device.fixture.ts';
import { answerShared, senderOf } from './shared.ts';

const MINUTE = 60_000;

async function share(fill: (form: FormData) => void) {
  const caches = memoryCaches();
  const body = new FormData();
  fill(body);
  const request = new Request(`${ORIGIN}/pay`, { method: 'POST', body });
  const redirected: unknown[] = [];
  const redirect = Response.redirect;
  Response.redirect = (to, status) => {
    redirected.push([to, status]);
    return new Response();
  };
  await answerShared(request, caches as unknown as CacheStorage, ORIGIN).finally(() => {
    Response.redirect = redirect;
  });
  expect(redirected).toEqual([['/pay', 303]]);
  return caches;
}

test('LIVE-04 a text, its title and its address are kept together for the page, which takes them once', async () => {
  const caches = await share((form) => {
    form.set('title', 'Invoice ü');
    form.set('text', 'bitcoin:bc1q');
    form.set('url', 'https://shop.example');
  });
  expect(await takeShared(caches, Date.now())).toMatchObject({
    text: 'Invoice ü bitcoin:bc1q https://shop.example',
    tooLarge: false,
  });
  expect(await takeShared(caches, Date.now())).toBeUndefined();
  expect(await caches.keys()).toEqual([]);
});

test('LIVE-04 a picture is kept, one that is too large is not, and nothing is for longer than ten minutes', async () => {
  const kept = await share((form) => form.set('picture', new File(['code'], 'code.png')));
  expect(await (await takeShared(kept, Date.now()))?.picture.text()).toBe('code');
  const large = await share((form) =>
    form.set('picture', new File([new Uint8Array(LARGEST_PICTURE + 1)], 'large.png')),
  );
  expect(await takeShared(large, Date.now())).toMatchObject({ tooLarge: true, text: '' });
  const old = await share((form) => form.set('text', 'x'));
  expect(await takeShared(old, Date.now() + 11 * MINUTE)).toBeUndefined();
  expect(await old.keys()).toEqual([]);
});

test('LIVE-04 what cannot be read still opens the page', async () => {
  const request = new Request(`${ORIGIN}/pay`, { method: 'POST', body: 'no form' });
  const caches = memoryCaches();
  const redirect = Response.redirect;
  Response.redirect = () => new Response(null, { status: 200 });
  const answer = await answerShared(request, caches as unknown as CacheStorage, ORIGIN);
  Response.redirect = redirect;
  expect(answer.status).toBe(200);
  expect(await takeShared(caches, Date.now())).toBeUndefined();
});

const posted = (referrer: string, referrerPolicy: ReferrerPolicy, origin?: string): Request =>
  ({
    ...{ referrer, referrerPolicy, method: 'POST' },
    headers: new Headers(origin === undefined ? {} : { origin }),
  }) as Request;

/** As Chromium tells them to a worker, of forms that a site posts and of what the system shares. */
test.each([
  [
    'names itself',
    posted('https://shop.example/', 'strict-origin-when-cross-origin'),
    'shop.example',
  ],
  ['is told by Origin only', posted('', '', 'https://shop.example:8443'), 'shop.example:8443'],
  ['sends no referrer', posted('', 'no-referrer', 'null'), ''],
  ['sends none to others', posted('', 'same-origin', 'null'), ''],
])('HARD-68 a share that a website posts is known for one: it %s', (_, request, site) => {
  expect(senderOf(request, ORIGIN)).toBe(site);
});

test('HARD-68 a share of the system, or of our own page, is nobody else’s', () => {
  expect(senderOf(posted('', ''), ORIGIN)).toBeUndefined();
  expect(senderOf(posted('', 'strict-origin-when-cross-origin', 'null'), ORIGIN)).toBeUndefined();
  expect(senderOf(posted(`${ORIGIN}/pay`, '', ORIGIN), ORIGIN)).toBeUndefined();
});

test('HARD-68 the page is told which website posted a share', async () => {
  const form = new FormData();
  form.set('text', 'x');
  const request = new Request(`${ORIGIN}/pay`, {
    ...{ method: 'POST', body: form },
    headers: { origin: 'https://shop.example' },
  });
  const caches = memoryCaches();
  await answerShared(request, caches as unknown as CacheStorage, ORIGIN).catch(() => undefined);
  expect(await takeShared(caches, Date.now())).toMatchObject({ text: 'x', site: 'shop.example' });
});
