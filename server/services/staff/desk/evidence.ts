import { sql } from 'kysely';
import { formatUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import type { Deps } from '#server/deps.ts';
import { storedAsset, storedKept } from '#server/ledger/stored-asset.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { record } from '#server/services/staff/audit/record.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { takeDeskProof } from './desk-proof.ts';

const at = (moment: Date | null): string => moment?.toISOString() ?? 'not known';

/** A heading with its lines; nothing where there are none. */
const part = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)];

async function buyerLines(reader: Reader, userId: string): Promise<readonly string[]> {
  const user = await reader
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (user.deleted_at) {
    return [
      `Account ${userId}, closed at ${at(user.deleted_at)}: its data is sealed (closed accounts)`,
    ];
  }
  const lives = [user.address, user.city, user.state, user.postal, user.country_code];
  return [
    `Account ${userId}, opened at ${at(user.created_at)}`,
    `Name: ${user.first_name} ${user.last_name}`,
    `Birth date: ${user.dob}`,
    `Email: ${user.email}`,
    `Phone: ${user.phone || 'none'}`,
    `Address: ${lives.filter((one) => one !== '').join(', ')}`,
    `Identity check: ${user.kyc_status}`,
    `Second factor: ${user.two_factor ? 'on' : 'off'}`,
  ];
}

/** How long before and after a purchase a session counts as one in which it may have been made. */
const AROUND_SECONDS = 24 * 3600;

async function sessionLines(
  reader: Reader,
  userId: string,
  when: Date,
): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('sessions')
    .select(['device_info', 'place', 'created_at', 'last_seen_at', 'on_known_device'])
    .where('user_id', '=', userId)
    .where('created_at', '<', new Date(when.getTime() + AROUND_SECONDS * 1000))
    .where('last_seen_at', '>', new Date(when.getTime() - AROUND_SECONDS * 1000))
    .orderBy('created_at')
    .limit(50)
    .execute();
  return rows.map(
    (one) =>
      `${one.device_info}${one.place && `, ${one.place}`}: from ${at(one.created_at)} to ${at(one.last_seen_at)}${one.on_known_device ? ', a device known before' : ''}`,
  );
}

/** What happened to the customer's money since, by the books. */
async function sinceLines(reader: Reader, userId: string, since: Date): Promise<readonly string[]> {
  const { rows } = await sql<{
    at: Date;
    kind: string;
    reference: string | null;
    currency: string;
    amount: string;
  }>`select journals.created_at as at, journals.kind, journals.reference, postings.currency,
      sum(postings.amount)::text as amount
    from journals join postings on postings.journal_id = journals.id
    where journals.user_id = ${userId} and journals.created_at >= ${since}
      and postings.account_id like ${`${userId}/%`}
    group by journals.id, journals.created_at, journals.kind, journals.reference, postings.currency
    having sum(postings.amount) <> 0
    order by journals.created_at, journals.id, postings.currency limit 500`.execute(reader);
  return rows.map(
    (one) =>
      `${at(one.at)}: ${one.kind} ${formatUnits(BigInt(one.amount), storedKept(one.currency).scale)} ${one.currency}${one.reference ? ` (${one.reference})` : ''}`,
  );
}

/** Where it went afterwards, which shows that what was bought was delivered. */
async function sentLines(reader: Reader, userId: string, since: Date): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('withdrawals')
    .select(['units', 'currency', 'address', 'transaction_hash', 'status', 'created_at', 'holder'])
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(500)
    .execute();
  return rows.map(
    (one) =>
      `${at(one.created_at)}: ${formatUnits(BigInt(one.units), storedKept(one.currency).scale)} ${one.currency} ${one.holder === '' ? `to ${one.address}` : 'to a bank account'}, ${one.status}${one.transaction_hash ? `, transaction ${one.transaction_hash}` : ''}`,
  );
}

async function reportLines(reader: Reader, purchaseId: string): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('charge_back_reports')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('heard_at')
    .orderBy('dispute_id')
    .orderBy('place')
    .execute();
  return rows.map(
    (one) =>
      `${at(one.heard_at)}: dispute ${one.dispute_id} ${one.state}, ${formatUnits(BigInt(one.cents), FIAT_SCALE)} ${one.currency}, said at ${at(one.said_at)}${one.respond_by ? `, papers until ${at(one.respond_by)}` : ''}${one.reason && `, “${one.reason}”`}`,
  );
}

/** The customer's other card payments, which show whether the card was used before without a dispute. */
async function otherLines(reader: Reader, userId: string, id: string): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('purchases')
    .leftJoin('charge_backs', 'charge_backs.purchase_id', 'purchases.id')
    .select(['purchases.id', 'amount', 'purchases.currency', 'status', 'created_at', 'purchase_id'])
    .where('purchases.user_id', '=', userId)
    .where('purchases.id', '<>', id)
    .orderBy('created_at')
    .limit(200)
    .execute();
  return rows.map(
    (one) =>
      `${at(one.created_at)}: ${one.amount} ${one.currency}, ${one.status}${one.purchase_id ? ', disputed' : ''} (${one.id})`,
  );
}

/** Everything that we know of a disputed payment, as one text for its provider; undefined if it is not disputed. */
async function evidenceOf(reader: Reader, id: string, now: Date): Promise<string | undefined> {
  const row = await reader
    .selectFrom('charge_backs')
    .innerJoin('purchases', 'purchases.id', 'charge_backs.purchase_id')
    .selectAll('purchases')
    .select(['charged', 'owed', 'waived', 'lost'])
    .where('purchase_id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id: userId, created_at: begun } = row;
  const asset = storedAsset(row.crypto_currency);
  const cents = (units: string) => `${formatUnits(BigInt(units), FIAT_SCALE)} ${row.currency}`;
  return [
    `Evidence about the card payment ${id}, made at ${at(now)}`,
    ...part('The purchase', [
      `Charged: ${row.amount} ${row.currency}`,
      `Bought: ${formatUnits(BigInt(row.crypto_units), asset.scale)} ${asset.code}${row.price === null ? '' : ` at ${row.price} ${row.currency}`}`,
      `Begun: ${at(begun)}`,
      `Paid: ${at(row.paid_at)}`,
      `Recorded: ${at(row.recorded_at)}, as ${row.status}`,
      `Device: ${row.device_type || 'not known'}`,
      `The provider’s token: ${row.token}`,
    ]),
    ...part('The dispute', await reportLines(reader, id)),
    ...part('What it came to', [
      `Taken back: ${cents(row.charged)}`,
      `Still owed: ${cents(row.owed)}`,
      `Owed no longer, by decision: ${cents(row.waived)}`,
      `Owed by nobody: ${cents(row.lost)}`,
    ]),
    ...part('The customer', await buyerLines(reader, userId)),
    ...part('Sessions around the purchase', await sessionLines(reader, userId, begun)),
    ...part('The books of the customer since then', await sinceLines(reader, userId, begun)),
    ...part('What the customer sent since then', await sentLines(reader, userId, begun)),
    ...part('Other card payments of the customer', await otherLines(reader, userId, id)),
    '',
  ].join('\n');
}

/** The evidence for an officer who takes it along, with a fresh proof for it alone (READ-08); recorded. */
export const takeEvidence = (
  deps: Deps,
  officer: Owner,
  { id, otp }: { readonly id: string; readonly otp: string },
): Promise<string | Refused> =>
  withAccount(deps, officer, async (tx) => {
    const unproved = await takeDeskProof(deps, tx, officer, { act: { act: 'evidence', id }, otp });
    if (unproved) return unproved;
    const text = await evidenceOf(tx, id, new Date(deps.clock.now()));
    if (text === undefined) return notFound();
    const detail = { case: `charge-back ${id}` };
    await record(tx, deps, { actor: officer.userId, action: 'took evidence', detail });
    return text;
  });
