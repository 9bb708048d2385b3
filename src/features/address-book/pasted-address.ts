import type { PaymentRoute } from '#core/contract/funds.ts';
import { checkAddress } from '#core/domain/address/check-address.ts';
import { cleanAddress } from '#core/domain/address/clean-address.ts';
import type { AssetCode } from '#core/domain/currencies.ts';
import { FOREIGN_LINK, readPaymentUri } from '#core/domain/payment-uri.ts';
import type { CryptoForm } from '#core/domain/saved-address.ts';
import { networksOf } from './book-networks.ts';

type Reading =
  | { readonly kind: 'filled'; readonly change: Partial<CryptoForm> }
  /** `text` says why nothing of it was used. */
  | { readonly kind: 'refused'; readonly text: string };

const only = <T>(values: readonly T[]): T | undefined => {
  const [first, ...others] = new Set(values);
  return others.length === 0 ? first : undefined;
};

/**
 * What an address or a payment link that came at once says of the entry: its asset, its network and its
 * tag, as far as only one can be meant (HARD-28). What the customer chose before stays, unless a link
 * names another asset.
 */
export function readPasted(
  text: string,
  form: CryptoForm,
  routes: readonly PaymentRoute[],
  offered: readonly AssetCode[],
): Reading {
  const plain = cleanAddress(text);
  const asked = readPaymentUri(plain);
  // A link of a coin that we do not know may have an address that is good on a network of ours.
  const unknown = asked?.asset === undefined && asked?.address !== plain;
  if (!asked || unknown) return { kind: 'refused', text: FOREIGN_LINK };
  if (asked.asset && !offered.includes(asked.asset)) {
    return {
      kind: 'refused',
      text: `This link is for ${asked.asset}, which is not offered here. Nothing in it was used.`,
    };
  }
  const wanted = asked.asset ?? form.currency_id;
  const open = offered
    .filter((code) => wanted === '' || code === wanted)
    .flatMap((code) => networksOf(routes, code));
  const named = open.filter(
    ({ crypto_network_name: name }) => asked.network === undefined || name === asked.network,
  );
  if (open.length > 0 && named.length === 0) {
    const what = wanted === '' ? 'addresses' : `${wanted} addresses`;
    return {
      kind: 'refused',
      text: `This link is for a network on which ${what} can’t be saved. Nothing in it was used.`,
    };
  }
  const fitting = named.filter(
    ({ crypto_network_name: name }) => checkAddress(name, asked.address).kind === 'valid',
  );
  const currency_id = wanted || (only(fitting.map((route) => route.currency_id)) ?? '');
  const kept = currency_id === form.currency_id ? form.network : '';
  const network =
    currency_id === ''
      ? ''
      : (((asked.network === undefined && kept) ||
          only(fitting.map(({ crypto_network_name: name }) => name))) ??
        only(named.map(({ crypto_network_name: name }) => name)) ??
        '');
  const needsTag = named.some((route) => route.crypto_network_name === network && route.needs_tag);
  // What was said of the tag was said of that recipient: it does not go to another one.
  const tag = asked.tag || (form.address === '' ? form.tag : '');
  return {
    kind: 'filled',
    change: { currency_id, network, address: asked.address, tag: needsTag ? tag : '' },
  };
}
