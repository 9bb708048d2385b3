import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { install } from './lib/install.mjs';
import { bin, temporary } from './lib/paths.mjs';
import { endChildrenOnSignals, projectEnvironment, run } from './lib/run.mjs';

// `npm run dev`: from a fresh clone to a wallet that shows an edit as soon as it is saved. Vite serves the page and
// proxies API calls to the server, which restarts when one of its files changes. With --worker the server serves the
// built page with its service worker, and Vite builds it anew at each edit.

const WATCHED = ['server', 'src/core'].map((folder) => `--watch-path=${folder}`);

async function freePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const serve = (environment) =>
  run(bin('node'), [...WATCHED, '--watch-preserve-output', 'server/main.ts'], {
    env: projectEnvironment(environment),
    server: true,
  });

async function withoutWorker(port) {
  const behind = await freePort();
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  return Promise.race([
    serve({ PORT: String(behind), PUBLIC_URL: publicUrl, SITE_DIR: 'none' }),
    run(bin('vite'), ['--port', String(port), '--strictPort'], {
      env: projectEnvironment({ DEV_SERVER: `http://127.0.0.1:${behind}` }),
    }),
  ]);
}

async function withWorker(port) {
  const site = join(temporary, 'dev');
  const record = join(site, 'build.json');
  rmSync(record, { force: true });
  const builds = run(bin('vite'), ['build', '--watch'], {
    env: projectEnvironment({ OUT_DIR: site }),
  });
  // The server does not start with an incomplete site; the build writes its record last.
  const complete = async () => {
    while (!existsSync(record)) await pause(100);
  };
  await Promise.race([complete(), builds]);
  return Promise.race([serve({ PORT: String(port), SITE_DIR: site }), builds]);
}

endChildrenOnSignals();
try {
  await install();
  const port = Number(process.env.PORT || 8080) || (await freePort());
  const begin = process.argv.includes('--worker') ? withWorker : withoutWorker;
  await begin(port);
  // The server or Vite has ended: the signal handler ends the other one.
  process.kill(process.pid, 'SIGTERM');
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
