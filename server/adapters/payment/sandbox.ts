import { createHmac, randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import * as v from 'valibot';
import { id as serverId } from '#core/contract/schemas.ts';
import type { Now } from '#server/adapters/clock.ts';
import { hmacMatches } from '#server/adapters/hmac.ts';
import type { PaymentGateway, PurchaseStatus, ReturnUrls } from './payment.ts';

/** The choices on the sandbox's payment page. */
export const sandboxOutcomes = ['success', 'declined', 'failed', 'cancelled'] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

export interface SandboxPayment {
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
  readonly outcome: SandboxOutcome | null;
  readonly urls: ReturnUrls;
}

/** A payment by its token, or undefined. One that nobody finished in time is given up. */
export async function readSandboxPayment(
  db: QueryExecutorProvider,
  token: string,
  now: Now,
): Promise<SandboxPayment | undefined> {
  await sql`update sandbox_payments set outcome = 'cancelled'
    where token = ${token} and outcome is null
      and expires_at <= ${new Date(now())}`.execute(db);
  const { rows } = await sql<Omit<SandboxPayment, 'urls'> & { return_urls: string }>`
    select amount, currency, description, outcome, return_urls
    from sandbox_payments where token = ${token}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { return_urls, ...payment } = row;
  return { ...payment, urls: JSON.parse(return_urls) as ReturnUrls };
}

/** Decides a payment, once: the first choice stays. */
export async function decideSandboxPayment(
  db: QueryExecutorProvider,
  token: string,
  outcome: SandboxOutcome,
): Promise<void> {
  await sql`update sandbox_payments set outcome = ${outcome}
    where token = ${token} and outcome is null`.execute(db);
}

const noticed = v.object({ transaction: v.object({ tracking_id: serverId }) });

/** The purchase a notice is about and the key it must be signed with. */
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

/** The notice the sandbox would send about a purchase, signed: for whoever plays the provider. */
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

/** The sandbox twin: a page of ours asks the person how the payment shall end. */
export function sandboxGateway(db: QueryExecutorProvider, now: Now): PaymentGateway {
  return {
    sandbox: true,
    async open({ trackingId, amount, currency, description, urls, expiresAt }) {
      const token = randomBytes(16).toString('hex');
      const noticeKey = randomBytes(32).toString('hex');
      await sql`insert into sandbox_payments
        (token, tracking_id, amount, currency, description, return_urls, notice_key, expires_at)
        values (${token}, ${trackingId}, ${amount}, ${currency}, ${description},
          ${JSON.stringify(urls)}, ${noticeKey}, ${expiresAt})`.execute(db);
      return { token, redirectUrl: `/sandbox/pay/${token}` };
    },
    async outcome(token): Promise<PurchaseStatus | 'pending' | undefined> {
      const payment = await readSandboxPayment(db, token, now);
      return payment && (payment.outcome ?? 'pending');
    },
    async purchaseOfNotice(body, header) {
      const [id, key] = (await noticeKeyOf(db, Buffer.from(body).toString('utf8'))) ?? [];
      if (id === undefined || !key) return undefined;
      const signature = header('x-sandbox-signature') ?? '';
      return hmacMatches('sha256', key, body, signature) ? id : undefined;
    },
  };
}
