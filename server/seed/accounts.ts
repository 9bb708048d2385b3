import type { Role } from '#core/pages.ts';
import { hashLongCode } from '#server/services/access/credentials/second-factor.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { idOf } from './draw.ts';

/** The password of the demo accounts (D31), which exist in the demo only. */
export const DEMO_PASSWORD = 'Kopa-demo-2026!';

/** With it the demo's staff sign in for the first time and set up their factor: the demo has no operator. */
export const DEMO_ENROLMENT = 'DEMO-DEMO-DEMO';

/** It does not end: who runs a demo may sign in there for the first time whenever they like. */
const ENROLS_UNTIL = new Date('2999-01-01T00:00:00.000Z');

export const demoIds = {
  customer: idOf('customer@kopa.test'),
  empty: idOf('new@kopa.test'),
  admin: idOf('admin@kopa.test'),
  officer: idOf('desk@kopa.test'),
} as const;

interface DemoAccount {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly first_name: string;
  readonly last_name: string;
  readonly kyc_status: string;
  readonly address: string;
}

const accounts: readonly DemoAccount[] = [
  {
    id: demoIds.customer,
    email: 'customer@kopa.test',
    role: 'user',
    first_name: 'Casey',
    last_name: 'Morgan',
    kyc_status: 'approved',
    address: '12 Harbour Street',
  },
  {
    id: demoIds.empty,
    email: 'new@kopa.test',
    role: 'user',
    first_name: 'Noor',
    last_name: 'Ellis',
    kyc_status: 'not_started',
    address: '',
  },
  {
    id: demoIds.admin,
    email: 'admin@kopa.test',
    role: 'admin',
    first_name: 'Alex',
    last_name: 'Reyes',
    kyc_status: 'not_started',
    address: '',
  },
  {
    id: demoIds.officer,
    email: 'desk@kopa.test',
    role: 'compliance',
    first_name: 'Dana',
    last_name: 'Okafor',
    kyc_status: 'not_started',
    address: '',
  },
];

/** Creates the demo accounts; false if another process just did. */
export async function seedAccounts(
  tx: Tx,
  passwordHash: string,
  createdAt: Date,
): Promise<boolean> {
  const made = await tx
    .insertInto('users')
    .values(
      accounts.map((account) => ({
        ...account,
        password_hash: passwordHash,
        dob: '1988-04-12',
        city: account.address && 'Sydney',
        state: account.address && 'NSW',
        postal: account.address && '2000',
        currency_code: 'AUD',
        country_code: 'AU',
        is_eu: false,
        created_at: createdAt,
        deleted_at: null,
        enrol_hash: account.role === 'user' ? null : hashLongCode(account.id, DEMO_ENROLMENT),
        enrol_until: account.role === 'user' ? null : ENROLS_UNTIL,
      })),
    )
    // No target: the conflict may be on any unique index.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const count = made.reduce((sum, result) => sum + (result.numInsertedOrUpdatedRows ?? 0n), 0n);
  return count === BigInt(accounts.length);
}
