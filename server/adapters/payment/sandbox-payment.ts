import { createHmac, randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import * as v from 'valibot';
import { id as serverId } from '#core/contract/schemas.ts';
import type { Now } from '#server/adapters/party/clock.ts';
import { hmacMatches } from '#server/adapters/party/hmac.ts';
import { forged } from '#server/adapters/party/notice.ts';
import { readSwitches } from '#server/adapters/party/sandbox-switches.ts';
import type {
  CardMovement,
  CardPage,
  Dispute,
  DisputeState,
  Heard,
  PaymentGateway,
  ReturnUrls,
  SettledLine,
} from './payment.ts';

/** The choices on the sandbox's payment page. */
export const sandboxOutcomes = ['success', 'declined', 'failed', 'cancelled'] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

export interface SandboxPayment {
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
  readonly outcome: SandboxOutcome | null;
  readonly urls: ReturnUrls;
  readonly paidAt: Date | null;
  /** Cancelled because nobody decided in time. */
  readonly expired: boolean;
  /** How often it was given back. */
  readonly refunds: number;
  /** The name on the card: its customer's own, unless the page was told another; empty: it does not say. */
  readonly holder: string;
}

/** A payment by its token, or undefined. An undecided one is cancelled when its time is over. */
export async function readSandboxPayment(
  db: QueryExecutorProvider,
  token: string,
  now: Now,
): Promise<SandboxPayment | undefined> {
  await sql`update sandbox_payments set outcome = 'success', paid_at = answers_at
    where token = ${token} and outcome is null
      and answers_at <= ${new Date(now())}`.execute(db);
  await sql`update sandbox_payments set outcome = 'cancelled', expired = true
    where token = ${token} and outcome is null
      and answers_at is null and expires_at <= ${new Date(now())}`.execute(db);
  const { rows } = await sql<
    Omit<SandboxPayment, 'urls' | 'paidAt'> & { return_urls: string; paid_at: Date | null }
  >`select amount, currency, description, outcome, return_urls, paid_at, expired, refunds,
      coalesce(holder, (select first_name || ' ' || last_name from users join purchases
        on purchases.user_id = users.id where purchases.id = tracking_id), '') as holder
    from sandbox_payments where token = ${token}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { return_urls, paid_at: paidAt, ...payment } = row;
  return { ...payment, paidAt, urls: JSON.parse(return_urls) as ReturnUrls };
}

/** Decides a payment; only the first decision counts. */
export async function decideSandboxPayment(
  db: QueryExecutorProvider,
  token: string,
  outcome: SandboxOutcome,
  now: Now,
): Promise<void> {
  const paidAt = outcome === 'success' ? new Date(now()) : null;
  await sql`update sandbox_payments set outcome = ${outcome}, paid_at = ${paidAt}
    where token = ${token} and outcome is null`.execute(db);
}

/** Says whose name is on the card with which a payment will be made; empty: it bears none. */
export const nameSandboxCard = (
  db: QueryExecutorProvider,
  token: string,
  holder: string,
): Promise<unknown> =>
  sql`update sandbox_payments set holder = ${holder} where token = ${token} and outcome is null`.execute(
    db,
  );

/** Longer than the price of a purchase is valid, so the price of that moment counts (HARD-14). */
export const LATE_MINUTES = 6;

/** Makes the payment succeed late, like a card's bank that is slow to agree. */
export async function delaySandboxPayment(
  db: QueryExecutorProvider,
  token: string,
  now: Now,
): Promise<void> {
  await sql`update sandbox_payments set answers_at = ${new Date(now() + LATE_MINUTES * 60_000)}
    where token = ${token} and outcome is null and answers_at is null`.execute(db);
}

const noticed = v.object({ transaction: v.object({ tracking_id: serverId }) });

/** The purchase of a notice and the key of its signature. */
async function noticeKeyOf(
  db: QueryExecutorProvider,
  body: string,
): Promise<readonly [id: string, key: string] | undefined> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), noticed), body);
  if (!parsed.success) return undefined;
  const id = parsed.output.transaction.tracking_id;
  const { rows } = await sql<{ notice_key: string }>`
    select notice_key from sandbox_payments where tracking_id = ${id}`.execute(db);
  return rows[0] && [id, rows[0].notice_key];
}

/** A signed notice of a purchase, as the provider would send it. */
export async function sandboxNotice(
  db: QueryExecutorProvider,
  id: string,
): Promise<{ readonly body: string; readonly signature: string } | undefined> {
  const body = JSON.stringify({ transaction: { tracking_id: id } });
  const [, key] = (await noticeKeyOf(db, body)) ?? [];
  return key
    ? { body, signature: createHmac('sha256', key).update(body).digest('hex') }
    : undefined;
}

/** What is listed twice at the end of the twin's list, as a real one lags behind. */
const OVERLAP_MS = 3600_000;
const LISTED = 100;

/** A page of what was paid and given back; its cursor is a moment and a token. */
async function listSandboxPayments(
  db: QueryExecutorProvider,
  cursor: string,
  now: Now,
): Promise<CardPage> {
  const [moment = '', token = ''] = cursor.split('|');
  const from = moment === '' ? new Date(0) : new Date(moment);
  const { rows } = await sql<CardMovement & { readonly at: Date; readonly token: string }>`
    select at, token, "trackingId", kind from (
      select paid_at as at, token, tracking_id as "trackingId", 'paid' as kind
        from sandbox_payments where outcome = 'success'
      union all select coalesce(refunded_at, paid_at), token || '#', tracking_id, 'refunded'
        from sandbox_payments where outcome = 'success' and refunds > 0
      union all select coalesce(over_at, taken_at, asked_at), id, tracking_id, 'disputed'
        from sandbox_disputes
    ) as moved where (at, token) > (${from}::timestamptz, ${token}::text)
    order by at, token limit ${LISTED}`.execute(db);
  const movements = rows.map(({ trackingId, kind }) => ({ trackingId, kind }));
  const last = rows.at(-1);
  if (last && rows.length === LISTED) {
    return { movements, cursor: `${last.at.toISOString()}|${last.token}`, more: true };
  }
  const again = new Date(Math.max(from.getTime(), now() - OVERLAP_MS));
  return { movements, cursor: again.toISOString(), more: false };
}

/** What a person lets the card's bank do with a payment. */
export interface SandboxDispute {
  readonly state: DisputeState;
  readonly cents: bigint;
  readonly reason: string;
  /** Another dispute of the same payment than its newest. */
  readonly isAnother?: boolean;
}

/** The card's bank disputes a payment, or goes on with its newest dispute. False if nobody paid. */
export async function disputeInSandbox(
  db: QueryExecutorProvider,
  now: Now,
  trackingId: string,
  { state, cents, reason, isAnother = false }: SandboxDispute,
): Promise<boolean> {
  const at = new Date(now());
  const { rows } = await sql<{ currency: string; id: string | null }>`select currency, (
      select id from sandbox_disputes where tracking_id = ${trackingId}
      order by asked_at desc, id desc limit 1) as id
    from sandbox_payments where tracking_id = ${trackingId} and outcome = 'success'`.execute(db);
  const [payment] = rows;
  if (!payment) return false;
  const id = (!isAnother && payment.id) || `d-${randomBytes(8).toString('hex')}`;
  const isTaken = state === 'taken' || state === 'lost';
  const isOver = state === 'won' || state === 'withdrawn';
  await sql`insert into sandbox_disputes
      (id, tracking_id, state, cents, currency, reason, asked_at, taken_at, over_at)
    values (${id}, ${trackingId}, ${state}, ${String(cents)}, ${payment.currency}, ${reason}, ${at},
      ${isTaken ? at : null}, ${isOver ? at : null})
    on conflict (id) do update set state = excluded.state, cents = excluded.cents,
      reason = excluded.reason,
      taken_at = case when ${isTaken} and sandbox_disputes.over_at is null
        then coalesce(sandbox_disputes.taken_at, excluded.taken_at)
        when ${isTaken} then excluded.taken_at else sandbox_disputes.taken_at end,
      over_at = excluded.over_at`.execute(db);
  return true;
}

/** How long the sandbox's provider takes evidence. */
const RESPOND_MS = 14 * 24 * 3600_000;

async function sandboxDisputes(
  db: QueryExecutorProvider,
  trackingId: string,
): Promise<readonly Dispute[]> {
  const { rows } = await sql<{
    id: string;
    state: DisputeState;
    cents: string;
    currency: string;
    reason: string;
    at: Date;
    asked_at: Date;
  }>`select id, state, cents::text as cents, currency, reason, asked_at,
      coalesce(over_at, taken_at, asked_at) as at
    from sandbox_disputes where tracking_id = ${trackingId} order by asked_at, id`.execute(db);
  return rows.map(({ at, asked_at, cents, ...row }) => ({
    ...row,
    cents: BigInt(cents),
    saidAt: at,
    respondBy: new Date(asked_at.getTime() + RESPOND_MS),
  }));
}

/** What was settled on a day: everything on the day on which it happened. */
async function sandboxSettlement(
  db: QueryExecutorProvider,
  day: string,
): Promise<readonly SettledLine[] | undefined> {
  const { settlement: plan } = await readSwitches(db);
  if (plan === 'silent') return undefined;
  const cents = sql`round(amount::numeric * 100)`;
  const { rows } = await sql<Omit<SettledLine, 'cents'> & { readonly cents: string }>`
    select id, "trackingId", kind, cents::text as cents, currency from (
      select token as id, tracking_id as "trackingId", 'paid' as kind, ${cents} as cents, currency,
        paid_at as at from sandbox_payments where outcome = 'success'
      union all select token || '#', tracking_id, 'refunded', ${cents}, currency,
        coalesce(refunded_at, paid_at) from sandbox_payments where outcome = 'success' and refunds > 0
      union all select id, tracking_id, 'taken', cents, currency, taken_at
        from sandbox_disputes where taken_at is not null
      union all select id || '#', tracking_id, 'given', cents, currency, over_at
        from sandbox_disputes where taken_at is not null and over_at is not null
    ) as settled where to_char(at at time zone 'UTC', 'YYYY-MM-DD') = ${day} order by at, id`.execute(
    db,
  );
  return rows.map(({ cents: text, ...row }, at) => ({
    ...row,
    cents: BigInt(text) + (plan === 'cent' && at === 0 ? 1n : 0n),
  }));
}

/** The sandbox twin: a page of ours lets a person choose the outcome. */
export function sandboxGateway(db: QueryExecutorProvider, now: Now): PaymentGateway {
  return {
    sandbox: true,
    async open({ trackingId, amount, currency, description, urls, expiresAt }) {
      const token = randomBytes(16).toString('hex');
      const noticeKey = randomBytes(32).toString('hex');
      await sql`insert into sandbox_payments
        (token, tracking_id, amount, currency, description, return_urls, notice_key, expires_at)
        values (${token}, ${trackingId}, ${amount}, ${currency}, ${description},
          ${JSON.stringify(urls)}, ${noticeKey}, ${expiresAt})
        on conflict (tracking_id) do update set amount = excluded.amount,
          currency = excluded.currency, description = excluded.description,
          return_urls = excluded.return_urls, expires_at = excluded.expires_at
        where sandbox_payments.outcome is null`.execute(db);
      const { rows } = await sql<{ token: string }>`
        select token from sandbox_payments where tracking_id = ${trackingId}`.execute(db);
      const made = rows[0]?.token ?? token;
      return { token: made, redirectUrl: `/sandbox/pay/${made}` };
    },
    async outcome(token): Promise<Heard | undefined> {
      const payment = await readSandboxPayment(db, token, now);
      if (!payment) return undefined;
      const { outcome, paidAt, expired, refunds, holder } = payment;
      return {
        status: outcome ?? 'pending',
        ...(paidAt && { paidAt }),
        ...(outcome === 'success' && holder !== '' && { holder }),
        ...(refunds > 0 && { refunded: true }),
        ...(expired && { expired }),
      };
    },
    list: (cursor) => listSandboxPayments(db, cursor, now),
    disputes: (trackingId) => sandboxDisputes(db, trackingId),
    settlement: (day) => sandboxSettlement(db, day),
    async close(token) {
      await decideSandboxPayment(db, token, 'cancelled', now);
    },
    async refund(token) {
      if ((await readSwitches(db)).refundsRefused) return undefined;
      // A second refund of the same payment is refused, as a provider does.
      await sql`update sandbox_payments set refunds = refunds + 1,
          refunded_at = ${new Date(now())}
        where token = ${token} and outcome = 'success' and refunds = 0`.execute(db);
      const { rows } = await sql<{ refunds: number }>`
        select refunds from sandbox_payments where token = ${token}`.execute(db);
      return rows[0]?.refunds === 1 ? 'refunded' : undefined;
    },
    async purchaseOfNotice(body, header) {
      const [id, key] = (await noticeKeyOf(db, Buffer.from(body).toString('utf8'))) ?? [];
      if (id === undefined || !key) return forged;
      const signature = header('x-sandbox-signature') ?? '';
      return hmacMatches('sha256', key, body, signature) ? { kind: 'about', id } : forged;
    },
  };
}
