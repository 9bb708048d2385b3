import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { generateAddress, getPaymentRoutes } from '#core/contract/money/funds.ts';
import { usdcRoute } from '#core/contract/money/payment-route.fixture.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['Failed to fetch payment routes', getPaymentRoutes.path],
  ['Failed to generate wallet address', generateAddress.path],
])('RCV-04 SHELL-14 “%s” is told for two seconds', async (text, failing) => {
  stubSignedIn(async (url) => {
    if (url.endsWith(failing)) return new Response('<p>Welcome</p>');
    const answer = {
      status: 'success',
      data: url.endsWith(getPaymentRoutes.path)
        ? [usdcRoute('Ethereum')]
        : { addresses: [], incoming: [] },
      as_of: '2026-05-13T10:00:00Z',
      withdrawalHold: null,
      withdrawalLimit: { usd: '50000', usd_left: '50000' },
    };
    const res = seal(transport, answer, nonceOf(new Uint8Array(16)));
    return new Response(JSON.stringify({ res }));
  });
  const { receive } = await import('./receive-wiring.ts');
  const { toast } = await import('#ui/feedback/toasts.ts');
  vi.useFakeTimers();
  const told = () => toast.list.value.filter(({ leaving }) => !leaving).map((one) => one.text);
  await receive.open('USDC');
  expect(told()).toEqual([text]);
  vi.advanceTimersByTime(1_999);
  expect(told()).toEqual([text]);
  vi.advanceTimersByTime(1);
  expect(told()).toEqual([]);
});
