import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '#core/operator.ts';
import { verifyCommand } from '#tests/support/admin-command.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';
import { root } from '#tests/support/server-process.ts';
import { writeSite } from '#tests/support/small-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'kopa-release-'));

let dist: string;
let server: InProcess;
beforeAll(async () => {
  dist = await writeSite(join(folder, 'site'), 'a');
  server = await startInProcess({ dist });
});
afterAll(() => server.close());

/** Each starts processes, which on a busy machine take their time. */
const PATIENT = { timeout: 240_000 };

const verify = (args: readonly string[], site = dist) => verifyCommand(args, { SITE_DIR: site });

/** A proxy that changes the answer to one path. */
async function meddler(path: string, change: (body: string, headers: Headers) => string) {
  const port = await freePort();
  const proxy: Server = createServer(async (request, response) => {
    const answer = await fetch(`${server.url}${request.url}`);
    const headers = new Headers(answer.headers);
    const body = await answer.text();
    const sent = request.url === path ? change(body, headers) : body;
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) {
      headers.delete(name);
    }
    response.writeHead(answer.status, Object.fromEntries(headers)).end(sent);
  });
  await new Promise<void>((listening) => proxy.listen(port, listening));
  return { url: `http://localhost:${port}`, close: () => proxy.close() };
}

test(
  'OPS-14 a site that serves the release is as released, by the build and by the list kept of it',
  PATIENT,
  async () => {
    const own = await verify([server.url]);
    expect(own).toMatchObject({ code: 0, output: expect.stringContaining('as released') });
    const list = await verify([]);
    expect(JSON.parse(list.output)).toMatchObject({ version: '0.0.0', build: 'a' });
    const file = join(folder, 'release.json');
    writeFileSync(file, list.output);
    // The list is enough: there need be no build on the machine that asks.
    const kept = await verify([server.url, file], join(folder, 'no-build-here'));
    expect(kept).toMatchObject({ code: 0, output: expect.stringContaining('build a: all') });
  },
);

test(
  'OPS-14 one changed script, one added page and one weaker header are each told, and nothing else is',
  PATIENT,
  async () => {
    const changes = [
      ['/assets/app-a.js', (body: string) => `${body};steal()`, 'another content'],
      [
        '/wallet',
        (body: string) => `${body}<script src="https://thief.example"></script>`,
        'content',
      ],
      [
        '/',
        (body: string, headers: Headers) => {
          headers.set('content-security-policy', 'default-src *');
          return body;
        },
        'header content-security-policy is “default-src *”',
      ],
    ] as const;
    for (const [path, change, told] of changes) {
      const proxy = await meddler(path, change);
      const { code, output } = await verify([proxy.url]);
      proxy.close();
      expect(code).toBe(1);
      const lines = output.trim().split('\n');
      expect(lines).toHaveLength(2);
      expect(lines[0]).toContain(`${path}: `);
      expect(lines[0]).toContain(told);
      expect(lines[1]).toContain('1 of');
    }
  },
);

test('OPS-14 a site that is not there is not as released', PATIENT, async () => {
  const { code, output } = await verify([`http://localhost:${await freePort()}`]);
  expect(code).toBe(1);
  expect(output).toContain('/: no answer');
});

test('OPS-14 security.txt names where to report a weakness, for less than a year', async () => {
  const answer = await fetch(`${server.url}/.well-known/security.txt`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  const text = await answer.text();
  expect(text).toContain(`Contact: mailto:${operator.securityEmail}\n`);
  const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
});

test(
  'OPS-14 the bill of materials has what ships, and nothing that only builds or tests',
  PATIENT,
  () => {
    const { stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    const bill: unknown = JSON.parse(stdout);
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX' });
    const names = (bill as { components: { name: string }[] }).components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['react', 'hono', 'kysely', '@noble/ciphers']));
    expect(names).not.toContain('vite');
  },
);
