import type { Network } from './networks.ts';

interface Consensus {
  /** How the network agrees on what happened, inside a sentence. */
  readonly mechanism: string;
  /** What the whole network used in a year, by the source's estimate. */
  readonly kwhPerYear: number;
  readonly source: {
    readonly name: string;
    /** Of what the figure is, or when it was published. */
    readonly date: string;
    readonly url: string;
  };
}

/** One report names several networks. */
const posReport = {
  name: 'Crypto Carbon Ratings Institute',
  date: 'January 2022',
  url: 'https://carbon-ratings.com/dl/pos-report-2022',
};

/**
 * What each network's consensus needs (KEEP-16). Each figure is its source's, of its date; the compliance officer
 * confirms them, and replaces them when newer ones are published: docs/promises.md.
 */
export const consensusOf: Readonly<Record<Network, Consensus>> = {
  Bitcoin: {
    mechanism: 'proof of work',
    kwhPerYear: 138_000_000_000,
    source: {
      name: 'Cambridge Centre for Alternative Finance',
      date: 'April 2025',
      url: 'https://www.jbs.cam.ac.uk/faculty-research/centres/alternative-finance/publications/cambridge-digital-mining-industry-report/',
    },
  },
  Ethereum: {
    mechanism: 'proof of stake',
    kwhPerYear: 2_601_000,
    source: {
      name: 'Crypto Carbon Ratings Institute',
      date: 'September 2022',
      url: 'https://carbon-ratings.com/eth-report-2022',
    },
  },
  'Avalanche C-Chain': {
    mechanism: 'proof of stake',
    kwhPerYear: 489_311,
    source: posReport,
  },
  Solana: {
    mechanism: 'proof of stake with proof of history',
    kwhPerYear: 1_967_930,
    source: posReport,
  },
  'XRP Ledger': {
    mechanism: 'agreement of trusted validators',
    kwhPerYear: 456_274,
    source: {
      name: 'SwissBorg’s report under MiCA',
      date: 'year to 29 April 2026',
      url: 'https://swissborg.com/esg-ratings/xrp',
    },
  },
};
