import type { AssetCode } from '#core/money/currencies.ts';

/** The networks a payment route can be of, by the names that routes have. */
export const networks = [
  'Bitcoin',
  'Ethereum',
  'Avalanche C-Chain',
  'Solana',
  'XRP Ledger',
] as const;
export type Network = (typeof networks)[number];

export const isNetwork = (name: string): name is Network => networks.some((one) => one === name);

interface NetworkFacts {
  /** The usual minutes until a transfer arrives, with the confirmations that exchanges require. */
  readonly minutes: number;
  /** The minutes after which a transfer counts as late and the customer should write to us. */
  readonly longestMinutes: number;
  /** The prefix of every address, as a pattern or empty; it does not distinguish addresses. */
  readonly prefix: string;
  /** A pattern for addresses that are the same in upper and lower case; empty if there are none. */
  readonly caseless: string;
  /** Whether shared addresses need a number beside them that names the owner. */
  readonly tagged: boolean;
  /** The chain's number in payment links (EIP-155) and its coin. */
  readonly chain: { readonly id: number; readonly coin: AssetCode } | undefined;
  /** Whether the outputs of a transaction are numbered; otherwise payee and asset identify them. */
  readonly numbersOutputs: boolean;
}

const evm = { prefix: '0x', caseless: '0x', tagged: false, numbersOutputs: false } as const;

/** Facts about each network. Address checks and explorers are in the modules that use them (D54). */
export const networkFacts: Readonly<Record<Network, NetworkFacts>> = {
  Bitcoin: {
    minutes: 30,
    longestMinutes: 90,
    prefix: 'bc1[qp]|[13]',
    caseless: 'bc1',
    tagged: false,
    chain: undefined,
    numbersOutputs: true,
  },
  Ethereum: { ...evm, minutes: 7, longestMinutes: 60, chain: { id: 1, coin: 'ETH' } },
  'Avalanche C-Chain': {
    ...evm,
    minutes: 1,
    longestMinutes: 60,
    chain: { id: 43_114, coin: 'AVAX' },
  },
  Solana: {
    minutes: 1,
    longestMinutes: 60,
    prefix: '',
    caseless: '',
    tagged: false,
    chain: undefined,
    numbersOutputs: false,
  },
  'XRP Ledger': {
    minutes: 1,
    longestMinutes: 60,
    prefix: '[rX]',
    caseless: '',
    tagged: true,
    chain: undefined,
    numbersOutputs: true,
  },
};

/** Whether the network with this name has tags. */
export const isTagged = (name: string): boolean => isNetwork(name) && networkFacts[name].tagged;
