import { expect, test } from 'vitest';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { assets } from '#core/money/currencies.ts';
import { checkAddress } from '#core/networks/address/check-address.ts';
import { isNetwork, type Network } from '#core/networks/networks.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

/** Addresses that are somebody's, one of each network. */
const known: Readonly<Record<Network, string>> = {
  Bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  Ethereum: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  'Avalanche C-Chain': '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  Solana: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  'XRP Ledger': 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
};

test('D54 every active payment route is of a network that has an address check, which takes a known address', async () => {
  const who = await kopa.person();
  const { data } = await who.must(getPaymentRoutes, { limit: 100, offset: 0 });
  expect(new Set(data.map(({ currency_id }) => currency_id)).size).toBe(assets.length);
  for (const { crypto_network_name: network } of data) {
    if (!isNetwork(network)) throw new Error(`${network} is no network`);
    expect(checkAddress(network, known[network])).toMatchObject({ kind: 'valid' });
  }
});
