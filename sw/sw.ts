import { isActivateRequest } from '#platform/worker-messages.ts';
import { activation } from './activation.ts';
import { answerAsset } from './assets.ts';
import { takeOverFrom } from './builds.ts';
import { concernOf } from './classify.ts';
import { answerForex } from './forex.ts';
import { answerPage, answerServerFirst } from './pages.ts';
import { build, installPrecache, isPrecached } from './precache.ts';
import { openFromPush, showPush } from './push.ts';
import { answerSnapshotRead } from './snapshot-capture.ts';

declare const self: ServiceWorkerGlobalScope;

let isFirst = false;

self.addEventListener('install', (event) => {
  isFirst = self.registration.active === null;
  event.waitUntil(installPrecache(event));
});

self.addEventListener('activate', (event) => {
  // If cleaning up fails, old files stay until the next build takes over.
  const cleaned = takeOverFrom(caches, self.registration, build).catch(() => undefined);
  // A device's first worker takes control of the page that registered it; later workers claim no
  // pages.
  event.waitUntil(isFirst ? cleaned.then(() => self.clients.claim()) : cleaned);
});

const activate = activation(self, self.navigator.locks);

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (!port || !isActivateRequest(event.data)) return;
  event.waitUntil(activate((answer) => port.postMessage(answer)));
});

function answer(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const concern = concernOf(request, self.location.origin, isPrecached);
  switch (concern?.kind) {
    case undefined:
      return undefined;
    case 'page':
      return answerPage(event, concern.page);
    case 'server-first':
      return answerServerFirst(request);
    case 'asset':
      return answerAsset(event);
    case 'forex':
      return answerForex(request);
    case 'snapshot':
      return answerSnapshotRead(event, concern.name, concern.epoch);
  }
}

self.addEventListener('fetch', (event) => {
  const answered = answer(event);
  if (answered) event.respondWith(answered);
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openFromPush(event)));
