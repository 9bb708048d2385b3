import { checkAddress } from './check-address.ts';

/** What an address field says below itself while nothing is wrong; undefined if nothing is known. */
export function addressHelp(network: string, text: string): string | undefined {
  const check = checkAddress(network, text);
  if (check.kind !== 'valid') return undefined;
  const end = check.address.slice(-4);
  return check.checksum === 'checked'
    ? `Valid ${network} address, ends in ${end}`
    : `Ends in ${end}. This address has no checksum, so a typing error would go unnoticed: compare every character.`;
}
