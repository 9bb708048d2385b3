import type { Network } from './networks.ts';

interface Consensus {
  /** The consensus mechanism, as words within a sentence. */
  readonly mechanism: string;
  /** The network's energy use in a year, as the source estimates it. */
  readonly kwhPerYear: number;
  readonly source: {
    readonly name: string;
    /** The year of the figure, or when it was published. */
    readonly date: string;
    readonly url: string;
  };
}

/** This report covers several networks. */
const posReport = {
  name: 'Crypto Carbon Ratings Institute',
  date: 'January 2022',
  url: 'https://carbon-ratings.com/dl/pos-report-2022',
};

const TWH = 1_000_000_000;

/** As people say it: 2,601,000 kWh, and from a billion of them on 138 TWh with the exact number beside it. */
export function energyText(kwh: number): string {
  const exact = `${kwh.toLocaleString('en-US')} kWh`;
  const terawatts = (kwh / TWH).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return kwh < TWH ? exact : `${terawatts} TWh (${exact})`;
}

/**
 * The energy use of each network's consensus (KEEP-16). Each figure is the source's, at its date. The
 * compliance officer confirms the figures and replaces outdated ones: docs/promises.md.
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
