import { expect, test } from 'vitest';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { CryptoPicker } from './crypto-picker.tsx';

const shown = (market: string): string =>
  rendered(
    <CryptoPicker
      market={market}
      selected="SOL"
      onPick={() => undefined}
      onClose={() => undefined}
    />,
  );

const all = ['Bitcoin BTC', 'Solana SOL', 'Ethereum ETH', 'Avax AVAX', 'Ripple XRP', 'Tether USDT'];

test.each([
  ['AUD', [...all, 'USDC']],
  ['USD', [...all, 'USDC']],
  ['EUR', [...all.filter((name) => name !== 'Tether USDT'), 'USDC']],
])(
  'BUY-01 WAL-06 “Select Crypto” offers a customer of the %s market its assets, with a search',
  (market, names) => {
    const html = shown(market);
    expect(words(html)).toMatch(/^Select Crypto /);
    expect(html).toMatch(/<input[^>]*placeholder="Search asset"/);
    const choices = [...html.matchAll(/<li>.*?<\/li>/g)].map(([one]) => words(one));
    expect(choices).toEqual(names);
  },
);
