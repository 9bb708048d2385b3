import { bech32, bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { base58XrpText } from './base58-check.ts';
import { addressProblem, checkAddress } from './check-address.ts';
import { isDestinationTag } from './xrp.ts';

/** Published by the documents of each chain: BIP-13/-173/-350, EIP-55, XLS-5d. */
const valid: Readonly<Record<string, readonly string[]>> = {
  Bitcoin: [
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  Ethereum: [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ],
  'XRP Ledger': [
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
    'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc',
  ],
  Solana: [
    '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
    'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  ],
};

const invalid: Readonly<Record<string, readonly string[]>> = {
  Bitcoin: [
    // BIP-173 and BIP-350: wrong checksum, wrong variant, mixed case, bad length, bad padding.
    'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2',
    'bc1rw5uspcuh',
    'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
    'bc1gmk9yu',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    // Well-formed, of a witness version nobody can spend from yet.
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
    '1',
    'бс1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '1'.repeat(5_000),
  ],
  Ethereum: [
    '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
    '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
  ],
  'XRP Ledger': [
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXc',
    'r',
  ],
  Solana: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZw', '0OIl', '1'.repeat(31), '1'.repeat(33)],
};

/** Well-formed all of them, each with its checksum where there is one. */
const lost: Readonly<Record<string, readonly string[]>> = {
  Bitcoin: [
    '1111111111111111111114oLvT2',
    '1BitcoinEaterAddressDontSendf59kuE',
    '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
    // P2SH and SegWit of zeros, and a Taproot output whose key is no point: nobody can spend from them.
    '31h1vYVSYuKP6AhS86fbRdMw9XHieotbST',
    bech32.encode('bc', [0, ...bech32.toWords(new Uint8Array(20))]),
    bech32m.encode('bc', [1, ...bech32m.toWords(new Uint8Array(32))]),
    bech32m.encode('bc', [1, ...bech32m.toWords(Uint8Array.of(...new Uint8Array(31), 5))]),
  ],
  Ethereum: [
    '0x0000000000000000000000000000000000000000',
    '0x0000000000000000000000000000000000000001',
    '0x000000000000000000000000000000000000dEaD',
    '0x000000000000000000000000000000000000dead',
    '0xdEAD000000000000000042069420694206942069',
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    '0xffffffffffffffffffffffffffffffffffffffff',
    '0xfffffffffffffffffffffffffffffffffffffffe',
    // The signature check of P-256, the newest of the precompiled contracts.
    '0x0000000000000000000000000000000000000100',
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    '0x00000000219ab540356cBB839Cbe05303d7705Fa',
    '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  ],
  'Avalanche C-Chain': [
    '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
    '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    // Avalanche's address for burning, and its own precompiled contracts.
    '0x0100000000000000000000000000000000000000',
    '0x0200000000000000000000000000000000000005',
    // The one of another chain, which would be lost there, too.
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ],
  'XRP Ledger': [
    'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
    'rrrrrrrrrrrrrrrrrrrrBZbvji',
    'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
    'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
    // ACCOUNT_ZERO again, as an X-address without a tag.
    base58XrpText(Uint8Array.of(0x05, 0x44, ...new Uint8Array(29))),
  ],
  Solana: [
    '11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    'ComputeBudget111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    '1nc1nerator11111111111111111111111111111111',
    'So11111111111111111111111111111111111111112',
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    // Accounts that hold one wallet's USDC, and others that belong to programs: off the curve.
    'FhuKYUwrnqLokQ3Ne8LqkiWz8XRPfGTuZdYvwAGytLPb',
    '5N3f1tj9v1vc5TUZ8S7mCAnVmjVKrfnzXWhxLaxyZAgt',
    'Sysvar1nstructions1111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'AddressLookupTab1e1111111111111111111111111',
    // On the curve, but programs and mints.
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
    'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
    '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
  ],
};

describe('WD-04 BEY-04 addresses', () => {
  test.each(Object.entries(valid))('takes the published addresses of %s', (network, addresses) => {
    for (const address of addresses) {
      expect(checkAddress(network, address), address).toMatchObject({ kind: 'valid', address });
    }
  });

  test.each(Object.entries(invalid))('refuses what is no address of %s', (network, addresses) => {
    for (const address of addresses) {
      expect(checkAddress(network, address), address).toEqual({ kind: 'invalid' });
    }
  });

  test.each(Object.entries(lost))(
    'HARD-60 takes none that nobody can send on from: %s',
    (network, addresses) => {
      for (const address of addresses) {
        expect(checkAddress(network, address), address).toMatchObject({ kind: 'no-recipient' });
      }
      expect(
        addressProblem('ETH', 'Ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
      ).toEqual({
        message: 'Invalid ETH address format',
        hint: 'This is the USDT token contract, not a wallet: anything sent there is lost.',
      });
    },
  );

  test('HARD-60 an account of a program is refused with what to use instead', () => {
    const held = 'FhuKYUwrnqLokQ3Ne8LqkiWz8XRPfGTuZdYvwAGytLPb';
    expect(addressProblem('USDC', 'Solana', held)).toEqual({
      message: 'Invalid USDC address format',
      hint: 'This is not a wallet: it is an account of a program, such as the account that holds one token of a wallet. What is sent there may be lost. Use the address of the wallet that owns it.',
    });
  });

  test('an address of one network is never one of another, but for the two that share theirs', () => {
    const evm = ['Ethereum', 'Avalanche C-Chain'];
    for (const [network, addresses] of Object.entries(valid)) {
      for (const other of [...Object.keys(valid), 'Avalanche C-Chain']) {
        if (other === network || (evm.includes(other) && evm.includes(network))) continue;
        for (const address of addresses) {
          expect(checkAddress(other, address).kind, `${address} as ${other}`).toBe('other-network');
        }
      }
    }
  });

  test('names the network an address belongs to', () => {
    const eth = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(addressProblem('BTC', 'Bitcoin', eth)).toEqual({
      message: 'Invalid BTC address format',
      hint: 'This is an Ethereum address, but here BTC is sent on the Bitcoin network.',
    });
    const names = (network: string, text: string) => checkAddress(network, text);
    const is = (words: string) => ({ kind: 'other-network', is: words });
    expect(names('Ethereum', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toEqual(is('a TRON address'));
    expect(names('Bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toEqual(
      is('a Bitcoin testnet address'),
    );
    expect(names('Bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toEqual(
      is('a Bitcoin testnet address'),
    );
    expect(names('Bitcoin', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9')).toEqual(
      is('a Litecoin address'),
    );
    expect(names('Ethereum', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh')).toEqual(is('an XRP address'));
    expect(addressProblem('BTC', 'Bitcoin', 'nonsense')).toEqual({
      message: 'Invalid BTC address format',
    });
  });

  test('a network nobody wrote a check for takes nothing', () => {
    for (const network of ['Dogecoin', 'constructor', '__proto__', '']) {
      expect(checkAddress(network, 'DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr').kind).not.toBe('valid');
      expect(checkAddress(network, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed').kind).not.toBe(
        'valid',
      );
    }
  });

  test('says where an address carries no checksum', () => {
    const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
    expect(checkAddress('Ethereum', lower)).toMatchObject({ kind: 'valid', checksum: 'none' });
    expect(checkAddress('Solana', '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q')).toMatchObject({
      checksum: 'none',
    });
  });

  test('strips spaces and invisible characters, and nothing else', () => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const pasted = ` \u200b${address.slice(0, 9)}\u00a0\u2060 ${address.slice(9)}\ufeff\n\u202c`;
    expect(checkAddress('Bitcoin', pasted)).toMatchObject({ kind: 'valid', address });
    expect(checkAddress('Bitcoin', ' \u200b ')).toEqual({ kind: 'empty' });
    expect(checkAddress('Bitcoin', address.replace('q', '-q')).kind).toBe('invalid');
  });
});

test('BEY-05 an X-address says the tag itself, or that there is none', () => {
  const x = (text: string) => checkAddress('XRP Ledger', text);
  expect(x('XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc')).toMatchObject({
    ownTag: { tag: '0' },
  });
  expect(x('XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb')).toMatchObject({
    ownTag: { tag: undefined },
  });
  expect(x('XVLhHMPHU98es4dbozjVtdWzVrDjtVoYiC9UvKfjKar4LJe')).toMatchObject({
    ownTag: { tag: '32' },
  });
  expect(x('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh')).not.toHaveProperty('ownTag');
  expect(x('TVE26TYGhfLC7tQDno7G8dGtxSkYQn49b3qD26PK7FcGSKE').kind).toBe('other-network');
});

test('BEY-05 a destination tag is an unsigned 32-bit number', () => {
  expect(['0', '4294967295'].every(isDestinationTag)).toBe(true);
  expect(['', '-1', '4294967296', '1.5', '٣', 'abc'].some(isDestinationTag)).toBe(false);
});
