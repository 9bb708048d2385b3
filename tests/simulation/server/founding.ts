import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type KeptCode, keptOf } from '#core/money/cash.ts';
import { parseUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { sealSecret } from '#server/platform/secret-box.ts';
import { seedCertification } from '#server/seed/tax-residences.ts';
import { hashPassword } from '#server/services/access/credentials/passwords.ts';
import { secretContext } from '#server/services/access/credentials/second-factor.ts';
import { meetDevice } from '#server/services/access/sessions/known-devices.ts';
import { inTransaction } from '#server/store/transaction.ts';

export interface Newcomer {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly market: 'AUD' | 'EUR';
  /** In whole units. */
  readonly balances: Readonly<Partial<Record<KeptCode, string>>>;
  /** The random numbers of devices that the account knows: no code is mailed to sign in there (KEEP-15). */
  readonly devices: readonly string[];
  /** What their authenticator app knows, in base32; undefined: they have none. */
  readonly secret?: string;
}

/** A verified account with balances, made below the API: the world begins after its customers came. */
export async function found(deps: Deps, newcomer: Newcomer): Promise<string> {
  const { email, name, market, balances } = newcomer;
  const id = randomUUID();
  const passwordHash = await hashPassword(newcomer.password);
  await inTransaction(deps.db, async (tx) => {
    await tx
      .insertInto('users')
      .values({
        id,
        email,
        password_hash: passwordHash,
        role: 'user',
        two_factor: false,
        first_name: name,
        last_name: 'Simulated',
        dob: '1990-01-01',
        phone: '+61400000000',
        address: '1 Street',
        city: 'City',
        state: 'State',
        postal: '2000',
        currency_code: market,
        country_code: market === 'EUR' ? 'LT' : 'AU',
        is_eu: market === 'EUR',
        kyc_status: 'approved',
        created_at: deps.clock.sql,
        deleted_at: null,
      })
      .execute();
    if (newcomer.secret !== undefined) {
      await tx
        .updateTable('users')
        .set({
          two_factor: true,
          two_factor_secret: sealSecret(deps, secretContext(id), newcomer.secret),
          two_factor_since: deps.clock.sql,
          two_factor_known: true,
        })
        .where('id', '=', id)
        .execute();
    }
    for (const device of newcomer.devices) await meetDevice(deps, tx, id, device);
    const country = market === 'EUR' ? 'LT' : 'AU';
    await seedCertification(tx, { userId: id, country, at: new Date(deps.clock.now()) });
    for (const [code, amount] of Object.entries(balances) as [KeptCode, string][]) {
      const units = parseUnits(amount, keptOf(code).scale) ?? 0n;
      await postJournal(tx, deps.clock, {
        class: 'manual',
        kind: 'deposit',
        userId: id,
        postings: [
          { account: house('manual', code), units: -units },
          { account: customer(id, 'available', code), units },
        ],
      });
    }
  });
  return id;
}

/** Who decides at the desk. */
export const officers = ['first', 'second'] as const;
export type Officer = (typeof officers)[number];

export const officerEmail = (name: Officer): string => `${name}-officer@kopa.test`;

const secrets: Readonly<Record<Officer, string>> = {
  first: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  second: 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK',
};

/** What an officer's authenticator shows at a moment: a code is taken once. */
export const officerCode = (name: Officer, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secrets[name]) }).generate({ timestamp: now });

export async function foundOfficer(deps: Deps, name: Officer): Promise<void> {
  const officer = { email: officerEmail(name), name, password: `Kopa-of-${name}-2026!` } as const;
  const more = { market: 'EUR', balances: {}, devices: [], secret: secrets[name] } as const;
  const id = await found(deps, { ...officer, ...more });
  await deps.db.updateTable('users').set({ role: 'compliance' }).where('id', '=', id).execute();
}
