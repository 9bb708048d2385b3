import type { AssetCode } from '#core/money/currencies.ts';
import type { Network } from './networks.ts';

interface WhitePaper {
  readonly title: string;
  readonly by: string;
  /** The year of the white paper. */
  readonly year: number;
  /** Its address at the author's or issuer's. The app links to it and never loads it. */
  readonly url: string;
  /** The networks on which we send and receive the asset: a token depends on the consensus of each. */
  readonly networks: readonly Network[];
}

/**
 * The white paper of each asset (KEEP-16). The compliance officer confirms addresses and years:
 * docs/promises.md.
 */
export const whitePapers: Readonly<Record<AssetCode, WhitePaper>> = {
  BTC: {
    title: 'Bitcoin: A Peer-to-Peer Electronic Cash System',
    by: 'Satoshi Nakamoto',
    year: 2008,
    url: 'https://bitcoin.org/bitcoin.pdf',
    networks: ['Bitcoin'],
  },
  SOL: {
    title: 'Solana: A new architecture for a high performance blockchain',
    by: 'Anatoly Yakovenko',
    year: 2017,
    url: 'https://solana.com/solana-whitepaper.pdf',
    networks: ['Solana'],
  },
  ETH: {
    title: 'Ethereum: A Next-Generation Smart Contract and Decentralized Application Platform',
    by: 'Vitalik Buterin',
    year: 2014,
    url: 'https://ethereum.org/whitepaper/',
    networks: ['Ethereum'],
  },
  AVAX: {
    title: 'Avalanche Platform',
    by: 'Ava Labs',
    year: 2020,
    url: 'https://www.avalabs.org/whitepapers',
    networks: ['Avalanche C-Chain'],
  },
  XRP: {
    title: 'Analysis of the XRP Ledger Consensus Protocol',
    by: 'Brad Chase and Ethan MacBrough',
    year: 2018,
    url: 'https://arxiv.org/abs/1802.07242',
    networks: ['XRP Ledger'],
  },
  USDT: {
    title: 'Tether: Fiat currencies on the Bitcoin blockchain',
    by: 'Tether',
    year: 2016,
    url: 'https://tether.to/en/whitepaper/',
    networks: ['Ethereum', 'Avalanche C-Chain'],
  },
  USDC: {
    title: 'USDC White Paper, Articles 51 to 53 of MiCA',
    by: 'Circle Internet Financial Europe',
    year: 2024,
    url: 'https://www.circle.com/legal/mica-usdc-whitepaper',
    networks: ['Ethereum', 'Solana'],
  },
};
