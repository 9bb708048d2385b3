import type { AssetCode } from '#core/domain/currencies.ts';
import type { Network } from '#core/domain/networks.ts';
import { hasEvmForm } from './evm.ts';

interface Nobodys {
  /** The assets we offer, at the contracts and mints that their issuers publish. */
  readonly tokens: Readonly<Record<string, AssetCode>>;
  /** Addresses without a key: zeros, texts encoded as addresses, and the network's own programs. */
  readonly keyless: readonly string[];
}

const ofEvm = [
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
];

/** Addresses that are well formed but that nobody owns: anything sent there is lost (BEY-04). */
const nobodys: Readonly<Record<Network, Nobodys>> = {
  Bitcoin: {
    tokens: {},
    keyless: [
      '1111111111111111111114oLvT2',
      '1BitcoinEaterAddressDontSendf59kuE',
      '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
    ],
  },
  Ethereum: {
    tokens: {
      '0xdac17f958d2ee523a2206206994597c13d831ec7': 'USDT',
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 'USDC',
    },
    keyless: ofEvm,
  },
  'Avalanche C-Chain': {
    tokens: {
      '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7': 'USDT',
      '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e': 'USDC',
    },
    keyless: ofEvm,
  },
  Solana: {
    tokens: {
      Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
      EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
    },
    keyless: [
      '11111111111111111111111111111111',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      'ComputeBudget111111111111111111111111111111',
      'Stake11111111111111111111111111111111111111',
      'Vote111111111111111111111111111111111111111',
      '1nc1nerator11111111111111111111111111111111',
      // SOL as a token.
      'So11111111111111111111111111111111111111112',
    ],
  },
  'XRP Ledger': {
    tokens: {},
    // ACCOUNT_ZERO, ACCOUNT_ONE, and the accounts of reserved names and of “not a number”.
    keyless: [
      'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
      'rrrrrrrrrrrrrrrrrrrrBZbvji',
      'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
      'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
    ],
  },
};

/** The tokens of all networks, because money sent to a token's contract on the wrong network is lost, too. */
const tokens: ReadonlyMap<string, AssetCode> = new Map(
  Object.values(nobodys).flatMap((one) => Object.entries(one.tokens)),
);
const keyless: ReadonlySet<string> = new Set(Object.values(nobodys).flatMap((one) => one.keyless));

/** The zero address and the precompiled contracts of every EVM chain. */
const isReserved = (address: string): boolean => /^0x0{38}[0-9a-f]{2}$/.test(address);

const plain = (address: string): string => (hasEvmForm(address) ? address.toLowerCase() : address);

/** The asset whose token lives at this address. */
export const tokenAt = (address: string): AssetCode | undefined => tokens.get(plain(address));

/** Why nobody receives what is sent to this valid address, as a sentence; undefined if somebody does. */
export function lostAt(address: string): string | undefined {
  const token = tokenAt(address);
  if (token) {
    return `This is the ${token} token contract, not a wallet: anything sent there is lost.`;
  }
  return keyless.has(plain(address)) || isReserved(plain(address))
    ? 'Nobody has the key to this address: anything sent there is lost.'
    : undefined;
}
