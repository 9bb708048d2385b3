import { readConfig } from './config.ts';
import { violations } from './ledger/invariants.ts';
import { type AuditFindings, verifyAudit } from './services/audit/verify.ts';
import { countAside } from './services/deposits/deposits-aside.ts';
import { leftBehind } from './services/users/erase-account.ts';
import { migrate } from './store/migrate.ts';
import { openConfigured } from './store/open.ts';

interface Found {
  readonly wrong: readonly string[];
  /** What the audit log is known by, where it is complete. */
  readonly audit: readonly string[];
  /** What somebody should look into though the books are right. */
  readonly aside: readonly string[];
}

const auditText = ({ entries, last }: AuditFindings): string =>
  entries === 0
    ? 'The audit log is complete: it has no entry yet.'
    : `The audit log is complete: ${entries} entries, the last one ${last}.`;

/** `node server/check-ledger.ts`: checks the configured database's ledger and audit log; exits 1 if one is wrong. */
async function check(): Promise<Found> {
  const read = readConfig(process.env);
  if (!read.ok) return { wrong: read.problems, audit: [], aside: [] };
  const store = await openConfigured(read.config, () => undefined);
  try {
    return await store.unhurried(async (db) => {
      await migrate(db);
      const broken = await violations(db);
      const aside = await countAside(db);
      const left = await leftBehind(db);
      const audit = await verifyAudit(db);
      return {
        wrong: [
          ...broken.map(({ invariant, detail }) => `NOT ${invariant}: ${detail}`),
          ...audit.wrong.map((detail) => `NOT the audit log is complete: ${detail}`),
        ],
        audit: audit.wrong.length > 0 ? [] : [auditText(audit)],
        aside: [
          ...aside.map(({ reason, count }) => `Deposits kept aside, ${reason}: ${count}`),
          ...left.map(
            ({ currency, units }) => `Held for deleted accounts: ${units} units of ${currency}`,
          ),
        ],
      };
    });
  } finally {
    await store.close();
  }
}

try {
  const { wrong, audit, aside } = await check();
  const lines = [...(wrong.length > 0 ? wrong : ['The ledger is sound.']), ...audit, ...aside];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
