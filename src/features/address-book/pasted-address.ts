import type { PaymentRoute } from '#core/contract/money/funds.ts';
import type { AssetCode } from '#core/money/currencies.ts';
import type { CryptoForm } from '#core/money/saved-address.ts';
import { checkAddress } from '#core/networks/address/check-address.ts';
import { cleanAddress } from '#core/networks/address/clean-address.ts';
import { FOREIGN_LINK, readPaymentUri } from '#core/networks/payment-uri.ts';
import { networksOf } from './book-networks.ts';

type Reading =
  | { readonly kind: 'filled'; readonly change: Partial<CryptoForm> }
  /** `text` says why nothing was used. */
  | { readonly kind: 'refused'; readonly text: string };

const only = <T>(values: readonly T[]): T | undefined => {
  const [first, ...others] = new Set(values);
  return others.length === 0 ? first : undefined;
};

/**
 * Reads asset, network and tag from a pasted address or payment link, each only if a single one fits
 * (HARD-28). The customer's own choices stay, unless a link names another asset.
 */
export function readPasted(
  text: string,
  form: CryptoForm,
  routes: readonly PaymentRoute[],
  offered: readonly AssetCode[],
): Reading {
  const plain = cleanAddress(text);
  const asked = readPaymentUri(plain);
  // A payment link of an unknown coin may hold an address that is valid on one of our networks.
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
  // A tag belongs to one address, so another address does not keep it.
  const tag = asked.tag || (form.address === '' ? form.tag : '');
  return {
    kind: 'filled',
    change: { currency_id, network, address: asked.address, tag: needsTag ? tag : '' },
  };
}
