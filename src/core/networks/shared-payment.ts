import { trimmedEnd, trimmedStart } from '#core/text/trimmed-of.ts';
import { checkAddress } from './address/check-address.ts';
import { cleanAddress } from './address/clean-address.ts';
import { type Network, networks } from './networks.ts';
import { isPaymentUri, type PaymentRequest, readPaymentUri } from './payment-uri.ts';

/** The content of a link that was opened, or of a text or picture that was shared with the app (LIVE-04). */
export type SharedPayment =
  | {
      readonly kind: 'payment';
      /** The link or address, as the withdraw form accepts it. */
      readonly text: string;
      readonly request: PaymentRequest;
      /** The networks on which the address is valid. */
      readonly networks: readonly Network[];
    }
  /** It contains no payment link or address. */
  | { readonly kind: 'nothing' }
  /** It contains more than one recipient, so it is unclear which is meant. */
  | { readonly kind: 'several' }
  /** A payment link that we cannot carry out, or whose address is invalid. */
  | { readonly kind: 'foreign' };

/** The scheme for links of coins whose own scheme the browser does not allow. */
export const OWN_SCHEME = 'web+kopa';

/** Longer than any link; longer texts are cut, so that a shared book is not searched. */
export const LONGEST_SHARED = 4_000;

/** No network has a shorter one: the words of a book are not each checked as an address. */
const SHORTEST_ADDRESS = 25;

const OWN = new RegExp(`^${OWN_SCHEME.replace('+', '\\+')}:(?://)?`, 'i');

function withoutOwnScheme(text: string): string {
  if (!OWN.test(text)) return text;
  const inner = text.replace(OWN, '');
  try {
    return decodeURIComponent(inner);
  } catch {
    return inner;
  }
}

const networksOf = ({ address, network }: PaymentRequest): readonly Network[] =>
  networks.filter(
    (one) =>
      (network === undefined || network === one) && checkAddress(one, address).kind === 'valid',
  );

/** A word without the punctuation around it. */
const bare = (word: string): string =>
  trimmedStart(
    trimmedEnd(word, (sign) => `)"'>],.;!?`.includes(sign)),
    (sign) => `("'<[`.includes(sign),
  );

/** Reads a shared text. Nothing is trusted or sent here: the form checks everything again. */
export function readShared(text: string): SharedPayment {
  const words = text
    .slice(0, LONGEST_SHARED)
    .split(/\s+/)
    .map((word) => cleanAddress(withoutOwnScheme(bare(word))))
    .filter((word) => word !== '');
  const links = [...new Set(words.filter(isPaymentUri))];
  const addresses = [...new Set(words)].filter(
    (word) =>
      word.length >= SHORTEST_ADDRESS &&
      networks.some((network) => checkAddress(network, word).kind === 'valid'),
  );
  const found = links.length > 0 ? links : addresses;
  const [only] = found;
  if (only === undefined) return { kind: 'nothing' };
  if (found.length > 1) return { kind: 'several' };
  const request = readPaymentUri(only);
  const possible = request ? networksOf(request) : [];
  if (!request || possible.length === 0) return { kind: 'foreign' };
  return { kind: 'payment', text: only, request, networks: possible };
}
