/** What all addresses of a kind begin with says nothing about which one it is. */
const PREFIX = /^(?:0x|bc1[qp]|[13rX])/i;
/** So many characters at each end are what people compare, and what forgers make equal. */
const COMPARED = 4;

const ends = (address: string): string => {
  const rest = address.replace(PREFIX, '').toLowerCase();
  return `${rest.slice(0, COMPARED)}…${rest.slice(-COMPARED)}`;
};

/** Only these are the same in either case; elsewhere another case is another address. */
const CASELESS = /^(?:0x|bc1)/i;

const plain = (address: string): string =>
  CASELESS.test(address) ? address.toLowerCase() : address;

export const sameAddress = (a: string, b: string): boolean => plain(a) === plain(b);

/** Whether an address could be taken for another one at a glance (BEY-14). */
export const looksAlike = (a: string, b: string): boolean =>
  !sameAddress(a, b) && ends(a) === ends(b);
