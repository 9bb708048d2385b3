import { expect, test } from 'vitest';
import { rendered, words } from '#ui/rendered.fixture.tsx';
import { NetworkField } from './network-field.tsx';

const route = (network: string) => ({
  payment_route_id: `usdc-${network}`,
  currency_id: 'USDC',
  crypto_network_name: network,
  is_active: 'on',
  min_deposit: '5',
  min_withdrawal: '5',
  withdrawal_fee: '1',
  confirmations: 32,
  needs_tag: false,
});

const shown = (...networks: readonly string[]): string =>
  rendered(
    <NetworkField
      routes={networks.map(route)}
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
