import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { serverArguments } from '#scripts/lib/server-arguments.mjs';
import { readServerConfig } from '#server/config.ts';
import { CONNECTIONS } from '#server/store/postgres-pool.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: object;
}

const compose: { readonly services: Readonly<Record<string, Service>> } = parse(
  read('compose.yaml'),
  { merge: true },
);

/** The variables that an operator must set for compose. */
const given: Readonly<Record<string, string>> = {
  DOMAIN: 'wallet.example',
  POSTGRES_PASSWORD: 'secret',
  TRANSPORT_KEY: '00112233445566778899aabbccddeeff',
  TRANSPORT_IV: 'ffeeddccbbaa99887766554433221100',
  SECRETS_KEY: randomBytes(32).toString('hex'),
  ARCHIVE_KEY: randomBytes(32).toString('hex'),
};

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?why it is needed}` in a text, as compose does. */
const filled = (text: string): string =>
  text.replace(
    /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, rest = '') => given[name] ?? (kind === '-' ? rest : ''),
  );

const servers = Object.entries(compose.services).filter(([name]) => name.startsWith('server-'));

test('compose starts two servers, and every variable that it sets for them is a setting', () => {
  expect(servers).toHaveLength(2);
  const told = new Set(
    [...read('docs/operating/configuration.md').matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(
      ([, n]) => n,
    ),
  );
  for (const [, { environment = {} }] of servers) {
    const names = Object.keys(environment).filter((name) => name !== 'NODE_ENV');
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect([...told]).toContain(name);
  }
});

test('a production server accepts the variables that compose sets, and misses only those of third parties', () => {
  const [, server] = servers[0] ?? [];
  const environment = Object.fromEntries(
    Object.entries(server?.environment ?? {}).map(([name, value]) => [name, filled(String(value))]),
  );
  const email = 'help@wallet.lt';
  const problems = readServerConfig(environment, {
    supportEmail: email,
    privacyEmail: email,
    securityEmail: email,
    complaintsEmail: email,
  });
  // No problem may be about a variable that compose sets.
  const texts = problems.ok ? [] : problems.problems;
  const own = Object.keys(environment).filter((name) => texts.some((text) => text.includes(name)));
  expect(own.filter((name) => name !== 'SANDBOX')).toEqual([]);
});

test('HARD-86 the pooler has connections for a server more than compose starts, and commands come past it', () => {
  const { pooler, database } = compose.services;
  const size = Number(pooler?.environment?.DEFAULT_POOL_SIZE);
  expect(size).toBeGreaterThanOrEqual(CONNECTIONS * (servers.length + 1));
  // PostgreSQL has a hundred unless it is told otherwise: each server listens on one, and commands take some.
  expect(JSON.stringify(database)).not.toContain('max_connections');
  expect(size + servers.length + CONNECTIONS).toBeLessThan(100);
  for (const [, { environment = {} }] of servers) {
    expect(environment.DATABASE_URL).toContain('@pooler:');
    expect(environment.DATABASE_LISTEN_URL).toContain('@database:');
  }
});

test('compose.yaml and Dockerfile contain no secret', () => {
  const text = read('compose.yaml') + read('Dockerfile');
  expect(text).not.toMatch(/[0-9a-f]{32}/i);
  expect(text.match(/PASSWORD: (?!\$\{)/g)).toBeNull();
});

test('the stages and files that the Dockerfile copies from exist, and its Node is the pinned one', () => {
  const text = read('Dockerfile');
  const stages = [...text.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name);
  const from = [...text.matchAll(/^COPY --from=(\w+)/gm)].map(([, name]) => name);
  expect(from.filter((name) => !stages.includes(name))).toEqual([]);
  const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  for (const name of copied) expect(() => (name === '.' ? '' : read(name))).not.toThrow(/ENOENT/);
  const [, major = ''] = /^FROM node:(\d+)/m.exec(text) ?? [];
  expect(read('.nvmrc').trim()).toBe(major);
  expect(JSON.parse(read('package.json')).devDependencies.node).toContain(`^${major}.`);
});

test('OPS-10 while no server answers, the proxy serves the status page and its files from its own disk', () => {
  const proxy = read('Caddyfile');
  expect(compose.services.proxy).toMatchObject({ build: { target: 'proxy' } });
  expect(proxy).toContain('health_uri /readyz');
  const [, errors = ''] = /handle_errors \{([\s\S]*)/.exec(proxy) ?? [];
  expect(errors).toContain('rewrite * /status/index.html');
  const [, names = ''] = /@part path (.+)/.exec(errors) ?? [];
  const page = read('build', 'status-page.ts');
  for (const name of names.split(' ')) {
    expect(page).toContain(`="${name}"`);
    expect(() => read('public', name)).not.toThrow();
    expect(read('Dockerfile')).toContain(`/kopa/dist${name}`);
  }
  expect(read('Dockerfile')).toContain('/kopa/dist/status /srv/status');
});

test('the image and the guide start the server with the arguments of npm start', () => {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...serverArguments]);
  // What is measured of a server's memory is measured with its limits.
  const { scripts } = JSON.parse(read('package.json'));
  const limits = serverArguments.filter((one) => one.startsWith('--'));
  expect(scripts['bench:drain']).toBe(['node', ...limits, 'scripts/bench/drain.ts'].join(' '));
  const words = read('docs/deploying.md').replace(/\s+/g, ' ');
  expect(words).toContain(`node_modules/.bin/node ${serverArguments.join(' ')}`);
});
