import { checkAddress } from './address/check-address.ts';
import { cleanAddress } from './address/clean-address.ts';
import { type Network, networks } from './networks.ts';
import { isPaymentUri, type PaymentRequest, readPaymentUri } from './payment-uri.ts';

/** What came from outside: a link that was opened, a text or a picture that was shared (LIVE-04). */
export type SharedPayment =
  | {
      readonly kind: 'payment';
      /** What the withdrawal's form takes: the link, or the address. */
      readonly text: string;
      readonly request: PaymentRequest;
      /** The networks on which its address is one. */
      readonly networks: readonly Network[];
    }
  /** Nothing in it is a payment link or an address. */
  | { readonly kind: 'nothing' }
  /** More than one recipient: nobody can say which one is meant. */
  | { readonly kind: 'several' }
  /** A payment link that asks for what cannot be done here, or whose address is none. */
  | { readonly kind: 'foreign' };

/** Where the browser allows no scheme of a coin, a link is written behind this one. */
export const OWN_SCHEME = 'web+kopa';

/** More than any link has; a whole book that was shared is not searched. */
export const LONGEST_SHARED = 4_000;

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

/** A word of a text, without what a sentence puts around it. */
const bare = (word: string): string => word.replace(/^[("'<[]+|[)"'>\],.;!?]+$/g, '');

/** Reads what came from outside. Nothing is sent from here, and nothing is believed: the form checks it again. */
export function readShared(text: string): SharedPayment {
  const words = text
    .slice(0, LONGEST_SHARED)
    .split(/\s+/)
    .map((word) => cleanAddress(withoutOwnScheme(bare(word))))
    .filter((word) => word !== '');
  const links = [...new Set(words.filter(isPaymentUri))];
  const addresses = words.filter((word) =>
    networks.some((network) => checkAddress(network, word).kind === 'valid'),
  );
  const found = links.length > 0 ? links : [...new Set(addresses)];
  const [only] = found;
  if (only === undefined) return { kind: 'nothing' };
  if (found.length > 1) return { kind: 'several' };
  const request = readPaymentUri(only);
  const possible = request ? networksOf(request) : [];
  if (!request || possible.length === 0) return { kind: 'foreign' };
  return { kind: 'payment', text: only, request, networks: possible };
}
