import { type QueryExecutorProvider, sql } from 'kysely';
import { BANK_TRANSFER, cashes } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { StatementPlan } from '#server/adapters/party/sandbox-switches.ts';

/** The delay of the statement of a bank that is late. */
const LATE_MS = 12 * 3600_000;
const DAY_MS = 24 * 3600_000;

interface Booked {
  readonly at: Date;
  readonly currency: string;
  /** In cents. */
  readonly units: string;
  readonly reference: string;
  readonly reversal: boolean;
}

interface Line {
  readonly units: bigint;
  readonly reference: string;
  readonly reversal: boolean;
}

/**
 * What moved in the accounts of the simulated bank before a moment: transfers received, reversed and
 * returned, and payouts sent and failed.
 */
async function bookedBefore(db: QueryExecutorProvider, end: Date): Promise<readonly Booked[]> {
  const cents = (text: ReturnType<typeof sql>) => sql`round(${text}::numeric * 100)`;
  // The sandbox's chain stores the summary of an order: amount, blank, currency.
  const [paid, code] = [sql`split_part(summary, ' ', 1)`, sql`split_part(summary, ' ', 2)`];
  const { rows } = await sql<Booked>`select at, currency, units::text, reference, reversal from (
      select booked_at as at, currency, ${cents(sql`amount`)} as units, id as reference,
        false as reversal from sandbox_bank_transfers
      union all select reversed_at, currency, -${cents(sql`amount`)}, id, true
        from sandbox_bank_transfers
      union all select gone.created_at, came.currency, -${cents(sql`came.amount`)},
        gone.request_id, false
        from sandbox_bank_returns gone
        join sandbox_bank_transfers came on came.id = gone.transfer_id
      union all select sent_at, ${code}, -${cents(paid)}, reference, false
        from sandbox_transfers where network = ${BANK_TRANSFER} and plan <> 'refuse'
      union all select greatest(failed_at, sent_at), ${code}, ${cents(paid)}, reference, true
        from sandbox_transfers
        where network = ${BANK_TRANSFER} and plan = 'fail' and sent_at is not null
    ) as moved where at < ${end} order by at, reference`.execute(db);
  return rows;
}

const way = (units: bigint): string => (units < 0n ? 'DBIT' : 'CRDT');

const amountXml = (currency: string, units: bigint): string =>
  `<Amt Ccy="${currency}">${formatUnits(units < 0n ? -units : units, 2, 2)}</Amt><CdtDbtInd>${way(units)}</CdtDbtInd>`;

const balanceXml = (kind: string, day: string, currency: string, units: bigint): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${amountXml(currency, units)}<Dt><Dt>${day}</Dt></Dt></Bal>`;

/** A bank's reference has at most 35 characters, one fewer than a UUID with its dashes: they are left out. */
const short = (reference: string): string => reference.replaceAll('-', '');

const entryXml = (day: string, currency: string, { units, reference, reversal }: Line): string =>
  `<Ntry>${amountXml(currency, units)}${reversal ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${short(reference)}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`;

const total = (lines: readonly Line[]): bigint => lines.reduce((all, { units }) => all + units, 0n);

/**
 * Makes the statement wrong by a cent: the first entry is a cent less; a day without entries gets one of a
 * cent.
 */
const aCentOff = ([first, ...others]: readonly Line[]): readonly Line[] => {
  const wrong = first ?? { units: 2n, reference: 'interest', reversal: false };
  return [{ ...wrong, units: wrong.units - 1n }, ...others];
};

/**
 * The camt.053 of a day (UTC) with an account per currency; undefined before the day is over, and where the
 * plan of `/sandbox` delays or withholds it.
 */
export async function sandboxStatement(
  { db, now }: { readonly db: QueryExecutorProvider; readonly now: () => number },
  day: string,
  plan: StatementPlan | undefined,
): Promise<string | undefined> {
  const start = Date.parse(`${day}T00:00:00Z`);
  const end = start + DAY_MS;
  if (plan === 'silent' || now() < end + (plan === 'late' ? LATE_MS : 0)) return undefined;
  const booked = await bookedBefore(db, new Date(end));
  const line = ({ units, ...more }: Booked): Line => ({ ...more, units: BigInt(units) });
  const accounts = cashes.map(({ code }) => {
    const own = booked.filter(({ currency }) => currency === code);
    return {
      code,
      opening: total(own.filter(({ at }) => at.getTime() < start).map(line)),
      lines: own.filter(({ at }) => at.getTime() >= start).map(line),
    };
  });
  const wrong = accounts.find(({ lines }) => lines.length > 0) ?? accounts[0];
  const written = accounts.map((account) => {
    const { code, opening } = account;
    const lines = plan === 'cent' && account === wrong ? aCentOff(account.lines) : account.lines;
    return `<Stmt><Id>${day}-${code}</Id><Acct><Id><Othr><Id>SANDBOX-${code}</Id></Othr></Id><Ccy>${code}</Ccy></Acct>${balanceXml('OPBD', day, code, opening)}${balanceXml('CLBD', day, code, opening + total(lines))}${lines.map((one) => entryXml(day, code, one)).join('')}</Stmt>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${day}</MsgId><CreDtTm>${new Date(now()).toISOString()}</CreDtTm></GrpHdr>${written.join('')}</BkToCstmrStmt></Document>`;
}
