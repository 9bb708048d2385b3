import { sql } from 'kysely';
import { isKeptCode, keptOf } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { createParties } from '#server/adapters/parties.ts';
import { silentLog } from '#server/base/log.ts';
import { type Config, readConfig } from '#server/config.ts';
import { causeless } from '#server/ledger/causes.ts';
import { violations } from '#server/ledger/invariants.ts';
import { leftBehind } from '#server/services/customers/users/erase-account.ts';
import { statementFindings } from '#server/services/money-in/bank/bank-statements.ts';
import { openSums } from '#server/services/money-in/closed-money/closed-money.ts';
import { countAside } from '#server/services/money-in/deposits/deposits-aside.ts';
import { settlementFindings } from '#server/services/money-in/purchases/card-settlements.ts';
import { readCardDifferences } from '#server/services/money-in/purchases/compare-purchases.ts';
import { unknownPurchases } from '#server/services/money-in/purchases/unknown-purchases.ts';
import { openAside, readDifferences } from '#server/services/money-out/withdrawals/comparison.ts';
import { openCopies } from '#server/services/operation/copies/older-copy.ts';
import {
  isJudged,
  positionText,
  readPositions,
} from '#server/services/records/position/position.ts';
import { type AuditFindings, verifyAudit } from '#server/services/staff/audit/verify.ts';
import { nameOf, openForTool } from '#server/store/open.ts';
import type { Db } from '#server/store/schema/schema.ts';
import { operatorCommand } from './operator-command.ts';

/** Smallest units of what the books keep, in whole ones. */
const wholeOf = (currency: string, units: string): string =>
  isKeptCode(currency) ? formatUnits(BigInt(units), keptOf(currency).scale) : units;

interface LedgerFindings {
  /** The database that was read, and how much it holds. */
  readonly looked: readonly string[];
  readonly wrong: readonly string[];
  /** The audit log's length and last hash, if it is complete. */
  readonly audit: readonly string[];
  /** What a person should look into although the books are right. */
  readonly aside: readonly string[];
}

async function countBooks(db: Db): Promise<{ accounts: string; journals: string }> {
  const { rows } = await sql<{ accounts: string; journals: string }>`
    select (select count(*) from accounts)::text as accounts,
      (select count(*) from journals)::text as journals`.execute(db);
  return rows[0] ?? { accounts: '0', journals: '0' };
}

const auditText = ({ entries, last }: AuditFindings): string =>
  entries === 0
    ? 'The audit log is complete: it has no entry yet.'
    : `The audit log is complete: ${entries} entries, the last one ${last}.`;

const senderTexts = { custody: 'custodian', bank: 'bank' } as const;

/**
 * What the custodian and the bank sent and the books do not know, from earlier comparisons and since the last
 * one.
 */
async function unknownTransfers(db: Db, { parties }: Config): Promise<readonly string[]> {
  const deps = { db, parties: createParties(parties, { db, now: Date.now, log: silentLog }) };
  const cards = (await readCardDifferences(deps)).map(
    (reference) => ({ party: 'payment', reference }) as const,
  );
  const found = [...(await openAside(db)), ...(await readDifferences(deps)), ...cards];
  return [
    ...new Set(
      found.map(({ party, reference }) =>
        party === 'payment'
          ? `NOT the books agree with the payment provider about a purchase: ${reference}`
          : `NOT the books know what the ${senderTexts[party]} sent: ${reference}`,
      ),
    ),
  ];
}

/** Older copies of the books that nobody has released. */
const olderCopies = async (db: Db): Promise<readonly string[]> =>
  (await openCopies(db)).map(
    ({ because, found_at }) =>
      `NOT the books are the newest: an older copy was found at ${found_at.toISOString()} (${because}), and is not released`,
  );
/** The position in all that customers or we have something of (HARD-63), and where customers are not covered. */
async function positionsOf(db: Db, { parties }: Config): Promise<readonly string[]> {
  const created = createParties(parties, { db, now: Date.now, log: silentLog });
  const positions = await readPositions({ db, parties: created });
  const short = positions.filter((one) => isJudged(one, created) && !one.covered);
  return [
    ...positions.filter(({ owed, books, told }) => owed || books || told).map(positionText),
    ...short.map(({ currency }) => `Customers are not covered in ${currency}.`),
  ];
}

/** `node server/commands/check-ledger.ts`: checks the configured database's ledger and audit log; exits 1 if one is wrong. */
async function check(): Promise<LedgerFindings> {
  const read = readConfig(process.env);
  if (!read.ok) return { looked: [], wrong: read.problems, audit: [], aside: [] };
  const store = await openForTool(read.config);
  try {
    return await store.unhurried(async (db) => {
      const { accounts, journals } = await countBooks(db);
      const looked = `Read the ${nameOf(read.config)}: ${accounts} accounts, ${journals} journals.`;
      const broken = [...(await violations(db)), ...(await causeless(db))];
      const aside = await countAside(db);
      const left = await leftBehind(db);
      const closed = await openSums(db);
      const unknown = await unknownPurchases(db);
      const sent = await unknownTransfers(db, read.config);
      const older = await olderCopies(db);
      const positions = await positionsOf(db, read.config);
      const statements = await statementFindings(db, Date.now());
      const settlements = await settlementFindings(db, Date.now());
      const audit = await verifyAudit(db);
      return {
        looked: [looked],
        wrong: [
          ...broken.map(({ invariant, detail }) => `NOT ${invariant}: ${detail}`),
          ...sent,
          ...older,
          ...audit.wrong.map((detail) => `NOT the audit log is complete: ${detail}`),
        ],
        audit: audit.wrong.length > 0 ? [] : [auditText(audit)],
        aside: [
          ...aside.map(({ reason, count }) => `Deposits kept aside, ${reason}: ${count}`),
          ...unknown.map(
            ({ about }) => `The payment provider tells of a purchase that the books lack: ${about}`,
          ),
          ...left.map(
            ({ currency, units }) =>
              `Held for deleted accounts: ${wholeOf(currency, units)} ${currency}`,
          ),
          ...closed.map(
            ({ currency, units, count }) =>
              `Kept for closed accounts: ${wholeOf(currency, units)} ${currency}, cases at the desk: ${count}`,
          ),
          ...statements,
          ...settlements,
          ...positions,
        ],
      };
    });
  } finally {
    await store.close();
  }
}

await operatorCommand(async () => {
  const { looked, wrong, audit, aside } = await check();
  const sound = wrong.length > 0 ? wrong : ['The ledger is sound.'];
  const lines = [...looked, ...sound, ...audit, ...aside];
  process.stdout.write(`${lines.join('\n')}\n`);
  return wrong.length === 0;
});
