import { afterEach, expect, test, vi } from 'vitest';
import { mountWidget } from './identity-widget.ts';

/** The provider's kit, which keeps what it is given. */
const given = vi.hoisted(() => ({ token: '', conf: {} as Record<string, unknown> }));
vi.mock('@sumsub/websdk', () => {
  const builder = {
    withConf: (conf: Record<string, unknown>) => {
      given.conf = conf;
      return builder;
    },
    withOptions: () => builder,
    onMessage: () => builder,
    withBaseUrl: () => builder,
    build: () => ({ launch: () => undefined, destroy: () => undefined }),
  };
  return {
    default: {
      init: (token: string) => {
        given.token = token;
        return builder;
      },
    },
  };
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['+61400000000', '+61400000000'],
  ['', '+00000000000'],
])('KYC-02 the widget is given token, e-mail and the phone %j as %s', async (phone, sent) => {
  vi.stubGlobal('document', {
    documentElement: {},
    createElement: () => ({ querySelector: () => null }),
  });
  vi.stubGlobal('getComputedStyle', () => ({ colorScheme: 'light' }));
  vi.stubGlobal('location', { origin: 'https://kopa.test' });
  const container = { replaceChildren: () => undefined } as unknown as HTMLElement;
  await mountWidget(container, {
    token: 'sandbox-1',
    email: 'jo@kopa.test',
    phone,
    renew: async () => 'sandbox-2',
    onMessage: () => undefined,
  });
  expect(given.token).toBe('sandbox-1');
  expect(given.conf).toMatchObject({ email: 'jo@kopa.test', phone: sent });
});
