import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type SnapshotName, snapshotPaths } from '#core/snapshot.ts';
import { randomBytes } from '#platform/ciphers/random.ts';
import { makeLockedVault, unwrapOpener } from './passkey-keys.ts';
import { openRecord, sealRecord } from './snapshot-record.ts';
import type { Vault } from './vault-record.ts';

const names = Object.keys(snapshotPaths) as SnapshotName[];
const name = fc.constantFrom(...names);

interface Locked {
  readonly vault: Vault;
  readonly opener: CryptoKey;
  readonly secret: Uint8Array<ArrayBuffer>;
}

async function locked(userId: string): Promise<Locked> {
  const secret = randomBytes(32);
  const credential = randomBytes(16).buffer;
  const vault = await makeLockedVault(userId, { credential, secret }, randomBytes(32));
  const opener = vault.lock && (await unwrapOpener(vault, vault.lock, secret));
  if (!opener) throw new Error('the passkey does not open its own vault');
  return { vault, opener, secret };
}

let anna: Locked;
let other: Locked;
beforeAll(async () => {
  [anna, other] = await Promise.all([locked('anna'), locked('anna')]);
}, 60_000);

test('BEY-26 a sealed record opens only with its own private key and in its original context', async () => {
  await fc.assert(
    fc.asyncProperty(name, name, fc.string(), fc.nat(), async (as, wrong, text, savedAt) => {
      const { vault, opener } = anna;
      const record = await sealRecord(as, vault, text, savedAt);
      expect(await openRecord(as, vault, record, opener)).toBe(text);
      expect(await openRecord(as, vault, record, other.opener)).toBeUndefined();
      expect(await openRecord(as, { ...vault, epoch: 'later' }, record, opener)).toBeUndefined();
      expect(await openRecord(as, { ...vault, userId: 'ben' }, record, opener)).toBeUndefined();
      expect(await openRecord(as, vault, { ...record, savedAt: -1 }, opener)).toBeUndefined();
      // The keys stored on the device open nothing.
      expect(await openRecord(as, vault, record, vault.key)).toBeUndefined();
      const { wrapped: _, ...bare } = record;
      expect(await openRecord(as, vault, bare, opener)).toBeUndefined();
      if (wrong !== as) expect(await openRecord(wrong, vault, record, opener)).toBeUndefined();
    }),
    { numRuns: 25 },
  );
});

test('BEY-26 the private key can be unwrapped only with its passkey’s secret, and cannot be exported', async () => {
  const { vault, opener, secret } = anna;
  const { lock } = vault;
  if (!lock) throw new Error('no lock');
  expect(opener.extractable).toBe(false);
  expect(await unwrapOpener(vault, lock, randomBytes(32))).toBeUndefined();
  expect(await unwrapOpener({ ...vault, epoch: 'later' }, lock, secret)).toBeUndefined();
  expect(await unwrapOpener({ ...vault, userId: 'ben' }, lock, secret)).toBeUndefined();
  const salted = { ...lock, salt: randomBytes(32) };
  expect(await unwrapOpener(vault, salted, secret)).toBeUndefined();
});
