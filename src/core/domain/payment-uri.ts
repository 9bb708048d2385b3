import { tokenAt } from './address/no-recipient.ts';
import { type AssetCode, assetCodes, findAsset } from './currencies.ts';
import { formatUnits } from './decimal.ts';
import { type Network, networkFacts, networks } from './networks.ts';

/** The content of a scanned code or a pasted payment link (D22). */
export interface PaymentRequest {
  readonly address: string;
  /** In whole units; empty if the link names none. */
  readonly amount: string;
  /** The asset of the amount; undefined if we do not offer it. */
  readonly asset: AssetCode | undefined;
  /** The network, if the link names one: our name for it, or the chain's number. */
  readonly network: string | undefined;
  /** XRP destination tag. */
  readonly tag: string;
}

/** The schemes of links to an asset, besides its lower-case code. */
const schemes: Readonly<Record<AssetCode, readonly string[]>> = {
  BTC: ['bitcoin'],
  SOL: ['solana'],
  ETH: ['ethereum'],
  AVAX: [],
  XRP: ['xrpl', 'ripple'],
  USDT: [],
  USDC: [],
};

/** The network of a chain's number (EIP-155), and its coin. */
function chainOf(id: string): { readonly network: Network; readonly coin: AssetCode } | undefined {
  const network = networks.find((name) => String(networkFacts[name].chain?.id) === id);
  const coin = network && networkFacts[network].chain?.coin;
  return network && coin && { network, coin };
}

/** The text for a link that cannot be read as a payment. */
export const FOREIGN_LINK =
  'This link asks for something that can’t be done here. Nothing in it was used.';

const PLAIN = /^\d{1,18}(?:\.\d{1,18})?$/;
const WEI_DECIMALS = 18;

/** EIP-681 writes wei, perhaps as 2.014e18. */
function etherOf(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d{1,40})(?:\.(\d{1,40}))?(?:e(\d{1,2}))?$/i.exec(text) ?? [];
  const zeros = Number(exponent) - fraction.length;
  if (whole === '' || zeros < 0) return '';
  return formatUnits(BigInt(whole + fraction + '0'.repeat(zeros)), WEI_DECIMALS);
}

/** The query parameters, by lower-case names. */
const parametersOf = (query: string): ReadonlyMap<string, string> =>
  new Map(
    query.split('&').map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name.toLowerCase(), value];
    }),
  );

/** EIP-681: “pay-” in front, the chain behind an @; a token transfer names the recipient itself. */
function readEthereum(
  target: string,
  asked: ReadonlyMap<string, string>,
): PaymentRequest | undefined {
  const [, account = '', chain, called] =
    /^(?:pay-)?([^@/]*)(?:@(\d+))?(?:\/(.*))?$/i.exec(target) ?? [];
  const known = chainOf(chain ?? '1');
  const network = chain === undefined ? undefined : (known?.network ?? `chain ${chain}`);
  if (called === undefined) {
    const amount = asked.get('value') ?? '';
    return { address: account, amount: etherOf(amount), asset: known?.coin, network, tag: '' };
  }
  // Without a recipient, money would go to the token's contract and be lost.
  const address = asked.get('address') ?? '';
  if (called !== 'transfer' || address === '') return undefined;
  return { address, amount: '', asset: tokenAt(account), network, tag: '' };
}

/** The lower-case scheme and the rest; both empty if there is none. */
function partsOf(text: string): { readonly scheme: string; readonly rest: string } {
  const [, named = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(?:\/\/)?(.*)$/is.exec(text.trim()) ?? [];
  return { scheme: named.toLowerCase(), rest };
}

const coinOf = (scheme: string): AssetCode | undefined =>
  assetCodes.find((code) => schemes[code].includes(scheme)) ??
  findAsset(scheme.toUpperCase())?.code;

/** Whether a text is a payment link of an asset we know, rather than an address. */
export const isPaymentUri = (text: string): boolean => coinOf(partsOf(text).scheme) !== undefined;

/**
 * Reads an address, or a link such as `bitcoin:`, `ethereum:`, `solana:`, `xrpl:` with its parameters. The
 * address is not checked here: `checkAddress` does that. Undefined: the link asks for something other than a
 * payment, or sets a condition we do not know (BIP-21 marks those with “req-”).
 */
export function readPaymentUri(text: string): PaymentRequest | undefined {
  const { scheme, rest } = partsOf(text);
  const [target = '', query = ''] = rest.split('?');
  const asked = parametersOf(query);
  if ([...asked.keys()].some((name) => name.startsWith('req-'))) return undefined;
  if (scheme === 'ethereum') return readEthereum(target, asked);
  if (scheme === '') {
    return { address: text.trim(), amount: '', asset: undefined, network: undefined, tag: '' };
  }
  const amount = asked.get('amount') ?? '';
  const token = asked.get('spl-token');
  return {
    address: target,
    amount: PLAIN.test(amount) ? amount : '',
    asset: token === undefined ? coinOf(scheme) : tokenAt(token),
    network: undefined,
    tag: asked.get('dt') ?? asked.get('tag') ?? '',
  };
}
