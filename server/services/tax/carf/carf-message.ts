import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isAssetCode } from '#core/money/currencies.ts';
import type { Deps } from '#server/deps.ts';
import { record } from '#server/services/staff/audit/record.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { isReported } from './carf-partners.ts';
import {
  type DocumentKind,
  isHeadMended,
  isPersonMended,
  type MessageKind,
  messageEnd,
  messageStart,
  personText,
  userText,
} from './carf-xml.ts';
import { providerOf, providers, type ReportingCountry } from './providers.ts';
import { type Account, personOf } from './whose.ts';
import { type Year, yearLines, yearOf } from './year-lines.ts';

/** How many customers are read at a time, so that they are never all in memory. */
const PAGE = 100;

type MessageDeps = Pick<Deps, 'clock' | 'config' | 'db'>;

export interface Wanted {
  readonly country: ReportingCountry;
  readonly year: number;
  /** `new`: customers not reported yet; `correction`: customers whose facts have changed. */
  readonly kind: 'new' | 'correction';
  /** Who makes it, for the audit log and the archive. */
  readonly actor: string;
}

export interface Made {
  readonly reference: string;
  readonly kind: MessageKind;
  readonly reported: number;
  /** Customers with transactions who have not certified a tax residence. */
  readonly uncertified: number;
  /** Customers who pay tax only in countries that are not reported to. */
  readonly elsewhere: number;
  /** Transactions without a known value. */
  readonly unvalued: number;
  /** The references of what had a text that gateways refuse, which was changed: customers, or our company. */
  readonly mended: readonly string[];
}

interface Mover extends Account {
  readonly currency_code: string;
  readonly country_code: string;
}

/** A page of customers whose books changed in a year, by id. */
async function moversBehind(
  reader: Reader,
  last: string,
  { from, before }: Year,
): Promise<readonly Mover[]> {
  const { rows } = await sql<Mover>`
    select id, coalesce(kyc_first_name, first_name) as first_name,
      coalesce(kyc_last_name, last_name) as last_name,
      coalesce(nullif(kyc_born, ''), dob) as dob, deleted_at, currency_code, country_code from users
    where role = 'user' and id > ${last} and exists (select from journals
      where journals.user_id = users.id and created_at >= ${from}::timestamptz
        and created_at < ${before}::timestamptz)
    order by id limit ${PAGE}`.execute(reader);
  return rows;
}

/**
 * The last report about a customer for this office and year; undefined if there is none or it was withdrawn.
 */
async function lastRecord(tx: Tx, { country, year }: Wanted, userId: string) {
  const row = await tx
    .selectFrom('carf_records')
    .innerJoin('carf_messages', 'carf_messages.reference', 'carf_records.message')
    .where('user_id', '=', userId)
    .where('country', '=', country)
    .where('year', '=', year)
    .select(['carf_records.reference', 'digest'])
    .orderBy('made_at', 'desc')
    .orderBy('message', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && row.digest !== '' ? row : undefined;
}

/** A hash of a report: the same person with the same sums has the same. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The change of each asset of the message's customers, according to the ledger. */
async function ledgerChange(reader: Reader, reference: string, { from, before }: Year) {
  const { rows } = await sql<{ currency: string; units: string }>`
    select postings.currency, sum(amount)::text as units from postings
    join accounts on accounts.id = postings.account_id
    where accounts.kind in ('available', 'hold', 'unclaimed')
      and owner in (select user_id from carf_records where message = ${reference} and digest <> '')
      and created_at >= ${from}::timestamptz and created_at < ${before}::timestamptz
    group by postings.currency`.execute(reader);
  return new Map(rows.map(({ currency, units }) => [currency, BigInt(units)] as const));
}

/** A message that does not match the ledger must never be sent. */
async function checkSums(
  reader: Reader,
  reference: string,
  year: Year,
  said: ReadonlyMap<string, bigint>,
): Promise<void> {
  const changed = await ledgerChange(reader, reference, year);
  const assets = new Set([...said.keys(), ...changed.keys()]);
  for (const asset of [...assets].filter(isAssetCode)) {
    const [told, books] = [said.get(asset) ?? 0n, changed.get(asset) ?? 0n];
    if (told !== books) {
      throw new Error(
        `The file says that ${asset} changed by ${told} units, the ledger by ${books}.`,
      );
    }
  }
}

/** The next message of an office and year, and whether it is the first. */
async function nextReference(tx: Tx, { country, year }: Wanted) {
  // Locked, because two commands at once would take the same number.
  await sql`lock table carf_messages in share row exclusive mode`.execute(tx);
  const { count } = await tx
    .selectFrom('carf_messages')
    .select((row) => row.fn.countAll<string | number>().as('count'))
    .where('country', '=', country)
    .where('year', '=', year)
    .executeTakeFirstOrThrow();
  const before = Number(count);
  const base = `${country}${year}${country}-${providers[country].number}`;
  return { base, reference: `${base}-${before + 1}`, isFirst: before === 0 };
}

interface Due {
  readonly kind: DocumentKind;
  readonly corrects: string | undefined;
}

/** The report about a customer in this message; undefined if there is none. */
function dueOf(
  { kind }: Wanted,
  last: { reference: string; digest: string } | undefined,
  isReportable: boolean,
  digest: string,
): Due | undefined {
  if (kind === 'new')
    return isReportable && !last ? { kind: 'new', corrects: undefined } : undefined;
  if (!last) return undefined;
  if (!isReportable) return { kind: 'deleted', corrects: last.reference };
  return last.digest === digest ? undefined : { kind: 'corrected', corrects: last.reference };
}

/**
 * Makes the next message of a year for a tax office and writes it customer by customer in one transaction: it
 * is recorded only if it is complete and matches the ledger. Undefined if there is nothing to report.
 */
export const makeMessage = (
  deps: MessageDeps,
  wanted: Wanted,
  write: (text: string) => Promise<void>,
): Promise<Made | undefined> =>
  inTransaction(deps.db, async (tx) => {
    const { country, year, actor } = wanted;
    const span = yearOf(year);
    const { base, reference, isFirst } = await nextReference(tx, wanted);
    const at = new Date(deps.clock.now());
    const isTest = !deps.config.production;
    const asking = { officer: actor, reason: `Report to the tax office of ${country} for ${year}` };
    const counts = { reported: 0, uncertified: 0, elsewhere: 0, unvalued: 0 };
    const mended: string[] = [];
    const said = new Map<string, bigint>();
    const begin = async (kind: MessageKind): Promise<void> => {
      const first: DocumentKind = isFirst ? 'new' : 'resent';
      const rcasp = { kind: first, reference: `${base}-0`, isTest };
      if (isHeadMended(providers[country])) mended.push(rcasp.reference);
      await tx
        .insertInto('carf_messages')
        .values({ reference, country, year, kind, made_at: at })
        .execute();
      await write(messageStart({ provider: providers[country], year, reference, kind, at, rcasp }));
    };

    const tell = async (mover: Mover): Promise<void> => {
      const { assets, change, unvalued } = await yearLines(tx, mover.id, mover.currency_code, span);
      if (assets.length === 0) return;
      const person = await personOf(deps, tx, mover, asking);
      const last = await lastRecord(tx, wanted, mover.id);
      if (!person) {
        counts.uncertified += 1;
        return;
      }
      const isReportable = person.residences.some((one) => isReported(one.country, year));
      if (!isReportable) counts.elsewhere += 1;
      const body = personText(person, assets, mover.currency_code);
      const digest = digestOf(body);
      const due = dueOf(wanted, last, isReportable, digest);
      if (!due) return;
      if (counts.reported === 0) await begin(wanted.kind);
      counts.reported += 1;
      const own = `${reference}-${counts.reported}`;
      if (isPersonMended(person)) mended.push(own);
      await write(userText(body, { ...due, reference: own, isTest }));
      const isTakenBack = due.kind === 'deleted';
      await tx
        .insertInto('carf_records')
        .values({
          ...{ message: reference, user_id: mover.id, reference: own },
          digest: isTakenBack ? '' : digest,
        })
        .execute();
      if (isTakenBack) return;
      counts.unvalued += unvalued;
      for (const [asset, units] of change) said.set(asset, (said.get(asset) ?? 0n) + units);
    };

    for (let behind: string | undefined = ''; behind !== undefined; ) {
      const movers: readonly Mover[] = await moversBehind(tx, behind, span);
      for (const mover of movers) {
        if (providerOf(mover.country_code) === country) await tell(mover);
      }
      behind = movers.length === PAGE ? movers.at(-1)?.id : undefined;
    }
    // That there was nobody to report is reported once as well.
    const isEmpty = counts.reported === 0;
    if (isEmpty && (wanted.kind === 'correction' || !isFirst)) return undefined;
    if (isEmpty) await begin('none');
    await write(messageEnd);
    await checkSums(tx, reference, span, said);
    await record(tx, deps, {
      actor,
      action: 'made tax report',
      detail: { reference, reported: counts.reported },
    });
    return { reference, kind: isEmpty ? 'none' : wanted.kind, ...counts, mended };
  });
