import type { AssetCode } from '#core/money/currencies.ts';
import type { Network } from '#core/networks/networks.ts';
import { base58Bytes } from './base58-check.ts';
import { bitcoinProgram } from './bitcoin.ts';
import { isOnEd25519, isOnSecp256k1 } from './curves.ts';
import { hasEvmForm } from './evm.ts';

interface Nobodys {
  /** The assets we offer, at the contracts and mints that their issuers publish. */
  readonly tokens: Readonly<Record<string, AssetCode>>;
  /** Further tokens and programs that explorers show beside wallets, with their names. */
  readonly programs: Readonly<Record<string, string>>;
  /** Addresses without a key: zeros, texts encoded as addresses, and the network's own programs. */
  readonly keyless: readonly string[];
}

const ofEvm = [
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
  // The sender of the system's own calls (EIP-4788).
  '0xfffffffffffffffffffffffffffffffffffffffe',
];

/** The same on every chain of the kind, because their makers deployed them so. */
const everyEvm = {
  '0x000000000022d473030f116ddee9f6b43ac78ba3': 'Permit2',
  '0xca11bde05977b3631167028862be2a173976ca11': 'Multicall3',
};

/** Addresses that are well formed but that nobody owns: anything sent there is lost (BEY-04). */
const nobodys: Readonly<Record<Network, Nobodys>> = {
  Bitcoin: {
    tokens: {},
    programs: {},
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
    programs: {
      ...everyEvm,
      '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': 'WETH',
      '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599': 'WBTC',
      '0x6b175474e89094c44da98b954eedeac495271d0f': 'DAI',
      '0x514910771af9ca656af840dff83e8264ecf986ca': 'LINK',
      '0x1abaea1f7c830bd89acc67ec4af516284b1bc33c': 'EURC',
      '0x6c3ea9036406852006290770bedfcaba0e23a0e8': 'PYUSD',
      '0x00000000219ab540356cbb839cbe05303d7705fa': 'the deposits of Ethereum’s validators',
      '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e': 'the Ethereum Name Service',
      '0x7a250d5630b4cf539739df2c5dacb4c659f2488d': 'Uniswap',
      '0xe592427a0aece92de3edee1f18e0157c05861564': 'Uniswap',
    },
    keyless: ofEvm,
  },
  'Avalanche C-Chain': {
    tokens: {
      '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7': 'USDT',
      '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e': 'USDC',
    },
    programs: {
      ...everyEvm,
      '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7': 'WAVAX',
      '0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664': 'USDC.e',
      '0xc7198437980c041c805a1edcba50c1ce5db95118': 'USDT.e',
    },
    keyless: ofEvm,
  },
  Solana: {
    tokens: {
      Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
      EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
    },
    programs: {
      So11111111111111111111111111111111111111112: 'SOL as a token',
      mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So: 'mSOL',
      J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn: 'JitoSOL',
      '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo': 'PYUSD',
      DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263: 'BONK',
      JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN: 'JUP',
      '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R': 'RAY',
      JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4: 'Jupiter',
      '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8': 'Raydium',
      whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc: 'Orca',
      metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s: 'Metaplex',
      MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'memos',
      Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo: 'memos',
    },
    keyless: [
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      '1nc1nerator11111111111111111111111111111111',
    ],
  },
  'XRP Ledger': {
    tokens: {},
    programs: {},
    // ACCOUNT_ZERO, ACCOUNT_ONE, and the accounts of reserved names and of “not a number”.
    keyless: [
      'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
      'rrrrrrrrrrrrrrrrrrrrBZbvji',
      'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
      'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
    ],
  },
};

const all = Object.values(nobodys);

/** Those of all networks, because money sent to a token's contract on the wrong network is lost, too. */
const tokens: ReadonlyMap<string, AssetCode> = new Map(
  all.flatMap((one) => Object.entries(one.tokens)),
);
const programs: ReadonlyMap<string, string> = new Map(
  all.flatMap((one) => Object.entries(one.programs)),
);
const keyless: ReadonlySet<string> = new Set(all.flatMap((one) => one.keyless));

/** Every EVM chain's zero address and precompiled contracts, and Avalanche's own. */
const isReservedEvm = (address: string): boolean =>
  /^0x(0{36}[0-9a-f]{4}|0[1-3]0{36}[0-9a-f]{2})$/.test(address);

const plain = (address: string): string => (hasEvmForm(address) ? address.toLowerCase() : address);

/** The asset whose token lives at this address. */
export const tokenAt = (address: string): AssetCode | undefined => tokens.get(plain(address));

const NO_KEY = 'Nobody has the key to this address: anything sent there is lost.';
const NO_WALLET =
  'This is not a wallet: it is an account of a program, such as the account that holds one token of a wallet. What is sent there may be lost. Use the address of the wallet that owns it.';

/** A hash or key of one and the same byte was made up: nobody has what leads to it. */
const isMonotone = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === bytes[0]);

function lostBitcoin(address: string): string | undefined {
  const program = bitcoinProgram(address);
  if (!program) return undefined;
  const { kind, bytes } = program;
  return isMonotone(bytes) || (kind === 'taproot' && !isOnSecp256k1(bytes)) ? NO_KEY : undefined;
}

/** Solana's own programs are texts that end with ones. */
function lostSolana(address: string): string | undefined {
  if (/1{8}$/.test(address)) return NO_KEY;
  const key = base58Bytes(address);
  return key && !isOnEd25519(key) ? NO_WALLET : undefined;
}

const lostEvm = (address: string): string | undefined =>
  isReservedEvm(plain(address)) ? NO_KEY : undefined;

/** What the address itself tells about who can move what is sent there. */
const byItself: Readonly<Record<Network, (address: string) => string | undefined>> = {
  Bitcoin: lostBitcoin,
  Ethereum: lostEvm,
  'Avalanche C-Chain': lostEvm,
  Solana: lostSolana,
  'XRP Ledger': () => undefined,
};

/** Why nobody receives what is sent to this valid address, as a sentence; undefined if somebody does. */
export function lostAt(network: Network, address: string): string | undefined {
  const token = tokenAt(address);
  if (token) {
    return `This is the ${token} token contract, not a wallet: anything sent there is lost.`;
  }
  const program = programs.get(plain(address));
  if (program) {
    return `This is the contract of ${program}, not a wallet: anything sent there is lost.`;
  }
  return keyless.has(plain(address)) ? NO_KEY : byItself[network](address);
}
