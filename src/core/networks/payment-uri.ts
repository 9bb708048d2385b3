import { type AssetCode, assetCodes, findAsset } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { trimmedEnd } from '#core/text/trimmed-of.ts';
import { tokenAt } from './address/no-recipient.ts';
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
  'This link asks for something that can’t be done here, or its amount can’t be read. Nothing in it was used: copy the address alone, or ask for another link.';

const PLAIN = /^(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})$/;

/** Longer than any link that a code holds. */
const LONGEST_LINK = 4_000;

/** Without these the payee does not know whose the payment is, and nothing here can carry them. */
const MUST_BE_CARRIED: ReadonlySet<string> = new Set([
  'memo',
  'memos',
  'reference',
  'invoiceid',
  'data',
]);

/** A plain amount that the asset can express; undefined if it is none. */
function plainAmount(text: string, asset: AssetCode | undefined): string | undefined {
  if (text === '') return '';
  if (!PLAIN.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const decimals = trimmedEnd(fraction, (digit) => digit === '0');
  const scale = asset && findAsset(asset)?.scale;
  if (scale !== undefined && decimals.length > scale) return undefined;
  return fraction === '' ? whole : `${whole || '0'}.${fraction}`;
}
const WEI_DECIMALS = 18;

/** EIP-681 writes the smallest unit, perhaps as 2.014e18; undefined if it is no whole number of them. */
function unitsText(text: string, scale: number): string | undefined {
  if (text === '') return '';
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d{1,40})(?:\.(\d{1,40}))?(?:e(\d{1,2}))?$/i.exec(text) ?? [];
  const zeros = Number(exponent) - fraction.length;
  if (whole === '' || zeros < 0) return undefined;
  return formatUnits(BigInt(whole + fraction + '0'.repeat(zeros)), scale);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The query parameters, by lower-case names; undefined if one says two things. */
function parametersOf(query: string): ReadonlyMap<string, string> | undefined {
  const asked = new Map<string, string>();
  for (const part of query.split('&')) {
    const [name = '', ...value] = part.split('=');
    const key = decoded(name).toLowerCase();
    const text = decoded(value.join('='));
    if ((asked.get(key) ?? text) !== text) return undefined;
    asked.set(key, text);
  }
  return asked;
}

const cannotBeDone = (name: string): boolean =>
  name.startsWith('req-') || MUST_BE_CARRIED.has(name);

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
    const amount = unitsText(asked.get('value') ?? '', WEI_DECIMALS);
    if (amount === undefined) return undefined;
    return { address: account, amount, asset: known?.coin, network, tag: '' };
  }
  // Without a recipient, money would go to the token's contract and be lost.
  const address = asked.get('address') ?? '';
  if (called !== 'transfer' || address === '') return undefined;
  const asset = tokenAt(account);
  const scale = asset && findAsset(asset)?.scale;
  const amount = scale === undefined ? '' : unitsText(asked.get('uint256') ?? '', scale);
  return amount === undefined ? undefined : { address, amount, asset, network, tag: '' };
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

/** An address of the XRP Ledger with its tag, as exchanges print it. */
const XRP_WITH_TAG = /^(r[1-9A-HJ-NP-Za-km-z]{24,34})\?(?:dt|tag)=(\d{1,10})$/;

/**
 * Reads an address, or a link such as `bitcoin:`, `ethereum:`, `solana:`, `xrpl:` with its parameters. The
 * address is not checked here: `checkAddress` does that. Undefined: the link asks for something other than a
 * payment, names an amount that cannot be read, contradicts itself, or wants something done or carried along that
 * is not possible here (BIP-21 marks that with “req-”).
 */
export function readPaymentUri(text: string): PaymentRequest | undefined {
  if (text.length > LONGEST_LINK) return undefined;
  const { scheme, rest } = partsOf(text);
  if (scheme === '') {
    const [, account, tag = ''] = XRP_WITH_TAG.exec(text.trim()) ?? [];
    const asset = account === undefined ? undefined : 'XRP';
    return { address: account ?? text.trim(), amount: '', asset, network: undefined, tag };
  }
  const [target = '', ...queries] = rest.split('?');
  const asked = parametersOf(queries.join('?'));
  if (!asked || target === '' || [...asked.keys()].some(cannotBeDone)) return undefined;
  if (scheme === 'ethereum') return readEthereum(target, asked);
  const token = asked.get('spl-token');
  const asset = token === undefined ? coinOf(scheme) : tokenAt(token);
  const amount = plainAmount(asked.get('amount') ?? '', asset);
  const [dt, other] = [asked.get('dt'), asked.get('tag')];
  if (amount === undefined || (dt ?? other) !== (other ?? dt)) return undefined;
  return { address: target, amount, asset, network: undefined, tag: dt ?? other ?? '' };
}
