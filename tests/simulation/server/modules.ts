import * as asyncHooks from 'node:async_hooks';
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as path from 'node:path';
import * as util from 'node:util';
import * as zlib from 'node:zlib';
import * as openTelemetry from '@opentelemetry/api';
import type { Timer, timersOf } from '#tests/simulation/world/globals.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';

/** As costly as a hash of the real one is not: what counts here is who knows the password. */
const hashOf = (password: string): string =>
  `hashed:${crypto.createHash('sha256').update(password).digest('base64url')}`;

const argon2 = {
  hash: async (password: string) => hashOf(password),
  verify: async (stored: string, password: string) => stored === hashOf(password),
};

const webPush = {
  generateVAPIDKeys: () => ({ publicKey: 'public', privateKey: 'private' }),
  generateRequestDetails: ({ endpoint }: { readonly endpoint: string }, payload: string) => ({
    endpoint,
    method: 'POST',
    headers: {},
    body: Buffer.from(payload),
  }),
};

type Pause = ReturnType<typeof timersOf>['setTimeout'];

/** As in `node:timers/promises`, by the world's clock. */
const pauseWith =
  (setTimeout: Pause) =>
  (ms: number, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      let timer: Timer | undefined;
      const abort = (): void => {
        timer?.cancel();
        reject(signal?.reason);
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort, { once: true });
      timer = setTimeout(() => resolve(value), ms);
    });

/** What a server's process imports from outside; anything else ends the run by its name. */
export function modulesOf(
  world: World,
  actor: Actor,
  setTimeout: Pause,
): (name: string) => unknown {
  const chance = world.chance(`node:crypto ${actor.name}`);
  const known: Readonly<Record<string, unknown>> = {
    'node:crypto': {
      ...crypto,
      randomUUID: () => chance.uuid(),
      randomBytes: (count: number) => Buffer.from(chance.bytes(count)),
      randomInt: (least: number, below: number) => chance.between(least, below - 1),
    },
    'node:timers/promises': { setTimeout: pauseWith(setTimeout) },
    '@node-rs/argon2': argon2,
    // Nothing is traced, as where no exporter is configured.
    '@opentelemetry/api': openTelemetry,
    'web-push': { ...webPush, default: webPush },
    'node:async_hooks': asyncHooks,
    'node:fs': fs,
    // Read at once: how long a disk takes is not the world's.
    'node:fs/promises': {
      readFile: async (file: string) => fs.readFileSync(file, 'utf8'),
      readdir: async (folder: string) => fs.readdirSync(folder),
    },
    'node:net': net,
    'node:os': { availableParallelism: () => 4 },
    'node:path': path,
    'node:util': util,
    'node:v8': { setFlagsFromString: () => undefined },
    'node:zlib': zlib,
  };
  return (name) => {
    const module = known[name];
    if (module !== undefined) return module;
    return new Proxy(Object.create(null), {
      get(_, what) {
        if (what === '__esModule' || what === 'default' || typeof what === 'symbol')
          return undefined;
        world.violated('everything is the world’s', `${actor.name} reached ${name}: ${what}`);
        return undefined;
      },
    });
  };
}
