import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

interface BarePage {
  readonly url: string;
  readonly stop: () => void;
}

const pageOf = (body: string, script: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>
<link rel="icon" href="data:,">${body}
<script${script}>navigator.serviceWorker.register('/worker.js')</script></html>`;

const workerOf = (paths: readonly string[]): string => `
self.addEventListener('install', (event) =>
  event.waitUntil(caches.open('bare').then((cache) => cache.addAll(${JSON.stringify(paths)}))
    .then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => event.respondWith(caches.match(event.request)
  .then((hit) => hit ?? fetch(event.request))));
`;

/**
 * Serves a page and its scripts, compressed like the app's, and a minimal worker that caches them.
 */
function serve(page: string, scripts: Readonly<Record<string, string>>): Promise<BarePage> {
  const worker = workerOf(['/', ...Object.keys(scripts)]);
  const files: Readonly<Record<string, string>> = { ...scripts, '/worker.js': worker };
  const packed = new Map(
    Object.entries({ ...files, '/': page }).map(([path, text]) => [path, brotliCompressSync(text)]),
  );
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('content-type', url in files ? 'text/javascript' : 'text/html');
    response.setHeader('content-encoding', 'br');
    response.end(packed.get(url) ?? packed.get('/'));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://localhost:${port}/`, stop: () => server.close() });
    });
  });
}

/** Serves the smallest page that can start offline: one heading. */
export const serveBarePage = (): Promise<BarePage> => serve(pageOf('<h1>Bare</h1>', ''), {});

/** Serves the smallest page that uses the app's libraries: the same heading, drawn with them. */
export async function serveBareLibraries(): Promise<BarePage> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: fileURLToPath(new URL('./bare-libraries.tsx', import.meta.url)),
      },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const scripts = Object.fromEntries(
    outputs.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])),
  );
  const entry = Object.keys(scripts).map((path) => `<script type="module" src="${path}"></script>`);
  return serve(pageOf(`<div id="root"></div>${entry.join('')}`, ' type="module"'), scripts);
}
