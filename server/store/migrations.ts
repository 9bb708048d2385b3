import type { Migration } from './migration.ts';
import { accounts } from './migrations/0001-accounts.ts';
import { requests } from './migrations/0002-requests.ts';
import { ledger } from './migrations/0003-ledger.ts';
import { swaps } from './migrations/0004-swaps.ts';
import { funds } from './migrations/0005-funds.ts';
import { purchases } from './migrations/0006-purchases.ts';
import { notices } from './migrations/0007-notices.ts';
import { staff } from './migrations/0008-staff.ts';
import { sandbox } from './migrations/0009-sandbox.ts';
import { transfersAside } from './migrations/0010-transfers-aside.ts';
import { trading } from './migrations/0011-trading.ts';
import { builds } from './migrations/0012-builds.ts';
import { sandboxEvents } from './migrations/0013-sandbox-events.ts';

/**
 * Every migration, in the order they run. The first ones are the schema of version 1.0.0, one file for
 * each subject; what is released is never edited. New ones go to the end, with the next number.
 */
export const migrations: readonly Migration[] = [
  accounts,
  requests,
  ledger,
  swaps,
  funds,
  purchases,
  notices,
  staff,
  sandbox,
  transfersAside,
  trading,
  builds,
  sandboxEvents,
];
