import { expect, test } from 'vitest';
import { usdcRoute } from '#core/contract/money/payment-route.fixture.ts';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { NetworkField } from './network-field.tsx';

const shown = (...networks: readonly string[]): string =>
  rendered(
    <NetworkField
      routes={networks.map(usdcRoute)}
      routeId={`usdc-${networks[0]}`}
      status="ready"
      onChoose={() => undefined}
    />,
  );

test('WD-02 one network is a card, and several are a choice between them', () => {
  const card = shown('Ethereum');
  expect(words(card)).toMatch(/^Ethereum network .*fee 1 USDC$/);
  expect(card).not.toContain('<select');
  const choice = shown('Ethereum', 'Solana');
  const [, select = ''] =
    /<label [^>]*>Network<\/label>.*<select[^>]*>(.*)<\/select>/.exec(choice) ?? [];
  const options = [...select.matchAll(/<option([^>]*)>(.*?)<\/option>/g)];
  expect(options.map(([, , name]) => name)).toEqual(['Ethereum', 'Solana']);
  expect(options.map(([, marks = '']) => marks.includes('selected'))).toEqual([true, false]);
});
