import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { walletEntry } from '#core/contract/wallet/wallet-entry.fixture.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const wallet = (balance: string): Response => {
  const data = [walletEntry('BTC', { free_balance: balance, free_balance_quoted: balance })];
  const answer = { status: 'success', data, as_of: '2026-05-13T10:50:00Z' };
  return new Response(
    JSON.stringify({ res: seal(transport, answer, nonceOf(new Uint8Array(16))) }),
  );
};

const held = (source: string, free_balance: string) => ({
  source,
  data: { entries: [{ free_balance }] },
});

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-05-13T10:50:00Z'), toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('PWA-04 after a sleep a balance counts as a snapshot, with its time, until an answer arrives', async () => {
  vi.resetModules();
  let answer: Response | Promise<Response> = wallet('2');
  stubSignedIn(async () => answer);
  const { balances, loadBalances } = await import('./known-balances.ts');
  await loadBalances();
  expect(balances.known).toMatchObject(held('server', '2'));
  const late = Promise.withResolvers<Response>();
  answer = late.promise;
  vi.setSystemTime(new Date('2026-05-13T22:50:00Z'));
  const loading = loadBalances();
  expect(balances.known).toMatchObject(held('snapshot', '2'));
  late.resolve(wallet('3'));
  await loading;
  expect(balances.known).toMatchObject(held('server', '3'));
});
