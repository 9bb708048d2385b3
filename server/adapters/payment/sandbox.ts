import { createHmac, randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import * as v from 'valibot';
import { id as serverId } from '#core/contract/schemas.ts';
import type { Now } from '#server/adapters/clock.ts';
import { hmacMatches } from '#server/adapters/hmac.ts';
import { forged } from '#server/adapters/notice.ts';
import { readSwitches } from '#server/adapters/sandbox-switches.ts';
import type { CardMovement, CardPage, Heard, PaymentGateway, ReturnUrls } from './payment.ts';

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
  >`select amount, currency, description, outcome, return_urls, paid_at, expired, refunds
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
      const { outcome, paidAt, expired, refunds } = payment;
      return {
        status: outcome ?? 'pending',
        ...(paidAt && { paidAt }),
        ...(refunds > 0 && { refunded: true }),
        ...(expired && { expired }),
      };
    },
    list: (cursor) => listSandboxPayments(db, cursor, now),
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
