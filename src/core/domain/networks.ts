import type { AssetCode } from './currencies.ts';

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
  /** Minutes until a transfer has arrived, with the confirmations that exchanges ask for. */
  readonly minutes: number;
  /** Minutes after which one that has not arrived is nothing usual any more: the customer writes to us. */
  readonly longestMinutes: number;
  /** What every address begins with, which tells no two apart: a pattern, or empty. */
  readonly prefix: string;
  /** Addresses that begin like this are the same in capital and small letters: a pattern, or empty. */
  readonly caseless: string;
  /** A shared address has a number beside it that says whose it is. */
  readonly tagged: boolean;
  /** The number of the chain in payment links (EIP-155), and its coin. */
  readonly chain: { readonly id: number; readonly coin: AssetCode } | undefined;
  /** The outputs of a transaction are numbered; elsewhere they are told apart by payee and asset. */
  readonly numbersOutputs: boolean;
}

const evm = { prefix: '0x', caseless: '0x', tagged: false, numbersOutputs: false } as const;

/** What is known of each network. Address checks and explorers are kept where they are used (D54). */
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

/** Whether a network, by its name, has tags beside its addresses. */
export const isTagged = (name: string): boolean => isNetwork(name) && networkFacts[name].tagged;
