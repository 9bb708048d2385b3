import type { PaymentRoute } from '#core/contract/funds.ts';
import { checkAddress } from '#core/domain/address/check-address.ts';
import { cleanAddress } from '#core/domain/address/clean-address.ts';
import { isPaymentUri, readPaymentUri } from '#core/domain/payment-uri.ts';
import type { CryptoForm } from '#core/domain/saved-address.ts';
import { networksOf } from './book-networks.ts';

export type Pasted =
  | { readonly kind: 'fill'; readonly change: Partial<CryptoForm> }
  /** Nothing of it may be used. */
  | { readonly kind: 'refused'; readonly problem: string };

type Chosen = Pick<CryptoForm, 'currency_id' | 'network'>;

/** What is the same for all; undefined where there is none or several. */
function only(values: readonly string[]): string | undefined {
  const [first, ...others] = new Set(values);
  return others.length === 0 ? first : undefined;
}

/** Where a currency is chosen, its network; otherwise both, as far as only one can have the address. */
function chosenBy(routes: readonly PaymentRoute[], address: string, chosen: Chosen): Chosen {
  const fits = ({ crypto_network_name }: PaymentRoute): boolean =>
    checkAddress(crypto_network_name, address).kind === 'valid';
  const currencies = [...new Set(routes.map(({ currency_id }) => currency_id))];
  const currency_id =
    chosen.currency_id ||
    only(currencies.filter((code) => networksOf(routes, code).some(fits))) ||
    '';
  const networks = networksOf(routes, currency_id);
  const network = only(networks.filter(fits).map((route) => route.crypto_network_name));
  return { currency_id, network: chosen.network || network || '' };
}

/**
 * What a text in the address field fills in (HARD-28): a payment link the asset, network, address and tag
 * that it names, an address alone what only one asset or network has. What was chosen stays, unless a
 * link names something else.
 */
export function pastedInto(chosen: Chosen, text: string, routes: readonly PaymentRoute[]): Pasted {
  const cleaned = cleanAddress(text);
  if (!isPaymentUri(cleaned)) {
    return { kind: 'fill', change: { ...chosenBy(routes, cleaned, chosen), address: cleaned } };
  }
  const asked = readPaymentUri(cleaned);
  if (!asked) {
    const problem = 'This link asks for something that can’t be done here. Nothing in it was used.';
    return { kind: 'refused', problem };
  }
  const { address, tag } = asked;
  const currency_id = asked.asset ?? chosen.currency_id;
  const networks = networksOf(routes, currency_id).map((route) => route.crypto_network_name);
  const named = asked.network;
  if (networks.length > 0 && named !== undefined && !networks.includes(named)) {
    const problem = `This link is for a network that ${currency_id} can’t be sent on from here. Nothing in it was used.`;
    return { kind: 'refused', problem };
  }
  if (asked.asset !== undefined && networks.length === 0) {
    const problem = `This link is for ${asked.asset}, which can’t be sent from here. Nothing in it was used.`;
    return { kind: 'refused', problem };
  }
  const kept = currency_id === chosen.currency_id ? chosen.network : '';
  const network = (currency_id && named) || kept;
  const change = { ...chosenBy(routes, address, { currency_id, network }), address, tag };
  return { kind: 'fill', change };
}
