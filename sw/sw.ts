import { greetingTo, isActivateRequest, isMendRequest } from '#platform/worker/worker-messages.ts';
import { activation } from './activation.ts';
import { answerAsset } from './assets.ts';
import { takeOverFrom } from './builds.ts';
import { concernOf } from './classify.ts';
import { answerForex } from './forex.ts';
import { answerPage, answerServerFirst } from './pages.ts';
import { openFromPush, renewPush, showPush } from './push.ts';
import { answerShared } from './shared.ts';
import { answerSnapshotRead } from './snapshot-capture.ts';
import { precache } from './this-build.ts';

declare const self: ServiceWorkerGlobalScope;

let isFirst = false;

/**
 * One after the other, a hundred files take a hundred round trips: a minute on a train. The rest of
 * the six connections that a browser opens per server stay free for the page.
 */
const AT_ONCE = 4;

self.addEventListener('install', (event) => {
  isFirst = self.registration.active === null;
  // A first visit needs every file soon; an update needs few, and nobody waits for it.
  event.waitUntil(precache.install(isFirst ? AT_ONCE : 1));
});

self.addEventListener('activate', (event) => {
  // If cleaning up fails, old files stay until the next build takes over.
  const cleaned = takeOverFrom(caches, self.registration, precache.build).catch(() => undefined);
  // A device's first worker takes control of the page that registered it; later workers claim no
  // pages.
  event.waitUntil(isFirst ? cleaned.then(() => self.clients.claim()) : cleaned);
});

const activate = activation(self, self.navigator.locks);

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (!port) return;
  const greeting = greetingTo(event.data);
  if (greeting) port.postMessage(greeting);
  else if (isActivateRequest(event.data)) {
    event.waitUntil(activate((answer) => port.postMessage(answer)));
  } else if (isMendRequest(event.data)) {
    event.waitUntil(precache.mend().then((answer) => port.postMessage(answer)));
  }
});

function answer(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const concern = concernOf(request, self.location.origin, precache.has);
  switch (concern?.kind) {
    case undefined:
      return undefined;
    case 'page':
      return answerPage(event, concern.page, precache);
    case 'server-first':
      return answerServerFirst(request, precache);
    case 'shared':
      return answerShared(request, caches, self.location.origin);
    case 'asset':
      return answerAsset(request, precache);
    case 'forex':
      return answerForex(request);
    case 'snapshot':
      return answerSnapshotRead(event, concern.name, concern.epoch);
  }
}

/** The page that is being opened has priority. */
const REST_MS = 3_000;
const rest = (): Promise<void> => new Promise((done) => setTimeout(done, REST_MS));

self.addEventListener('fetch', (event) => {
  const answered = answer(event);
  if (answered) event.respondWith(answered);
  if (event.request.mode === 'navigate') event.waitUntil(rest().then(precache.complete));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openFromPush(event)));
