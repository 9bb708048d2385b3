/**
 * What an address of each network looks like (001 §5): a first check of its form. It fails closed:
 * of a network that is not here nothing is an address.
 */
const formats: Readonly<Record<string, RegExp>> = {
  Bitcoin: /^(?:bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  Ethereum: /^0x[0-9a-fA-F]{40}$/,
  'Avalanche C-Chain': /^0x[0-9a-fA-F]{40}$/,
  Solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  'XRP Ledger': /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
};

/** Whether a text has the form of an address of the network, by the network's name in a route. */
export const looksLikeAddress = (network: string, address: string): boolean =>
  Object.hasOwn(formats, network) && (formats[network]?.test(address) ?? false);

/** An XRP destination tag: an unsigned 32-bit number. */
export const isDestinationTag = (tag: string): boolean =>
  /^\d{1,10}$/.test(tag) && Number(tag) <= 0xffff_ffff;
