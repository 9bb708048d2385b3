import { checkAddress } from './check-address.ts';

/** The help text below an address field while it has no error; undefined if there is nothing to say. */
export function addressHelp(network: string, text: string): string | undefined {
  const check = checkAddress(network, text);
  if (check.kind !== 'valid') return undefined;
  const end = check.address.slice(-4);
  return check.checksum === 'checked'
    ? `Valid ${network} address, ends in ${end}`
    : `Ends in ${end}. This address has no checksum, so a typing error would go unnoticed: compare every character.`;
}
