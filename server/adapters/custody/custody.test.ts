import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { networks } from '#core/networks/networks.ts';
import { checksummedHex } from './encode.ts';
import { extendedKeyCustody } from './extended-keys.ts';
import { sandboxCustody } from './sandbox-custody.ts';

/**
 * The seed of the mnemonic that all implementations publish vectors for: eleven times “abandon”,
 * then “about”.
 */
const seed = hex.decode(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
);
const account = (path: string) => HDKey.fromMasterSeed(seed).derive(path);
const none = { bitcoin: '', evm: '', solanaAddressFile: '', xrpAddress: '' };

test('RCV-02 Bitcoin addresses are those of BIP-84', () => {
  const custody = extendedKeyCustody({
    ...none,
    bitcoin: account("m/84'/0'/0'").publicExtendedKey,
  });
  expect(custody.depositAddress('Bitcoin', 0)?.address).toBe(
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  );
  expect(custody.depositAddress('Bitcoin', 1)?.address).toBe(
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  );
  expect(custody.depositAddress('Ethereum', 0)).toBeUndefined();
});

test('RCV-02 Ethereum addresses are those of BIP-44 with the checksum of EIP-55', () => {
  const custody = extendedKeyCustody({ ...none, evm: account("m/44'/60'/0'").publicExtendedKey });
  expect(custody.depositAddress('Ethereum', 0)?.address).toBe(
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  );
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  ]) {
    expect(checksummedHex(hex.decode(address.slice(2).toLowerCase()))).toBe(address);
  }
});

test('a private key is refused, because none may be on the server', () => {
  expect(() =>
    extendedKeyCustody({ ...none, bitcoin: account("m/84'/0'/0'").privateExtendedKey }),
  ).toThrow('extended private key');
});

test('Solana addresses come from a list that can run out; the XRP Ledger shares one with tags', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kopa-sol-'));
  const file = join(folder, 'addresses');
  writeFileSync(file, 'one\n\ntwo\n');
  const custody = extendedKeyCustody({ ...none, solanaAddressFile: file, xrpAddress: 'rShared' });
  rmSync(folder, { recursive: true });
  expect(custody.depositAddress('Solana', 1)).toEqual({ address: 'two' });
  expect(custody.depositAddress('Solana', 2)).toBeUndefined();
  expect(custody.depositAddress('XRP Ledger', 7)).toEqual({ address: 'rShared', tag: '10007' });
});

test('sandbox addresses are the same for the same index and differ otherwise', () => {
  const custody = sandboxCustody();
  const all = networks.flatMap((network) =>
    Array.from({ length: 50 }, (_, i) => JSON.stringify(custody.depositAddress(network, i))),
  );
  expect(new Set(all).size).toBe(all.length);
  expect(custody.depositAddress('Bitcoin', 3)).toEqual(
    sandboxCustody().depositAddress('Bitcoin', 3),
  );
  expect(custody.depositAddress('Bitcoin', 0)?.address).toMatch(/^tb1q/);
});
