import type { PaymentRoute } from './funds.ts';

/** A route of USDC on a network that needs no tag. */
export const usdcRoute = (network: string): PaymentRoute => ({
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
