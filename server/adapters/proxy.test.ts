import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { warningsOf } from '#server/production.ts';
import { hasOpenssl, Tunnel } from '#tests/support/tunnel.ts';

let tunnel: Tunnel | undefined;
afterEach(() => tunnel?.stop());

const HOST = 'party.invalid';
const script = resolve(import.meta.dirname, '..', '..', 'tests', 'support', 'ask-once.ts');

/** What a process with this environment hears of the party. */
async function heard(env: Readonly<Record<string, string>>): Promise<string> {
  const options = { env: { PATH: process.env.PATH ?? '', ...env } };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, `https://${HOST}/`],
    options,
  );
  return stdout.split('\n').at(-1) ?? '';
}

test.skipIf(!hasOpenssl)(
  'READ-18 a party is asked through the proxy of the environment, with the authority of its certificates',
  async () => {
    tunnel = new Tunnel();
    const { proxy, authority } = await tunnel.start(HOST, 'heard');
    const env = { HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1', NODE_EXTRA_CA_CERTS: authority };
    expect(await heard(env)).toBe('heard');
    expect(tunnel.asked).toEqual([`${HOST}:443`]);
    // The certificate of somebody unknown is not believed, and without the setting the proxy is not used.
    const { NODE_EXTRA_CA_CERTS: _, ...strange } = env;
    expect(await heard(strange)).toBe('no answer');
    expect(tunnel.asked).toHaveLength(2);
    const { NODE_USE_ENV_PROXY: __, ...unused } = env;
    expect(await heard(unused)).toBe('no answer');
    // Nor for what is named as near.
    expect(await heard({ ...env, NO_PROXY: HOST })).toBe('no answer');
    expect(tunnel.asked).toHaveLength(2);
  },
);

test('READ-18 a proxy that is set and not used is told of', () => {
  const told = (env: Readonly<Record<string, string>>) =>
    warningsOf(env, {} as Parameters<typeof warningsOf>[1], {} as Parameters<typeof warningsOf>[2])
      .join()
      .includes('NODE_USE_ENV_PROXY=1');
  expect(told({})).toBe(false);
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']) {
    expect(told({ [name]: 'http://proxy' })).toBe(true);
  }
  expect(told({ HTTPS_PROXY: 'http://proxy', NODE_USE_ENV_PROXY: '1' })).toBe(false);
  expect(told({ HTTPS_PROXY: 'http://proxy', NODE_OPTIONS: '--use-env-proxy' })).toBe(false);
});
