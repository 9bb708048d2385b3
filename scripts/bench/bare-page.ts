import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>
<link rel="icon" href="data:,"><h1>Bare</h1>
<script>navigator.serviceWorker.register('/worker.js')</script></html>`;

const worker = `
self.addEventListener('install', (event) =>
  event.waitUntil(caches.open('bare').then((cache) => cache.add('/')).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => event.respondWith(caches.match(event.request)
  .then((hit) => hit ?? fetch(event.request))));
`;

/** The least that can start offline: one heading, kept by the smallest worker that does it. */
export function serveBarePage(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const script = request.url === '/worker.js';
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    response.end(script ? worker : page);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://localhost:${port}/`, stop: () => server.close() });
    });
  });
}
