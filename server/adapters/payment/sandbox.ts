import { randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
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

/** A payment by its token, or undefined. */
export async function readSandboxPayment(
  db: QueryExecutorProvider,
  token: string,
): Promise<SandboxPayment | undefined> {
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

/** The sandbox twin: a page of ours asks the person how the payment shall end. */
export function sandboxGateway(db: QueryExecutorProvider): PaymentGateway {
  return {
    sandbox: true,
    async open({ trackingId, amount, currency, description, urls }) {
      const token = randomBytes(16).toString('hex');
      await sql`insert into sandbox_payments
        (token, tracking_id, amount, currency, description, return_urls)
        values (${token}, ${trackingId}, ${amount}, ${currency}, ${description},
          ${JSON.stringify(urls)})`.execute(db);
      return { token, redirectUrl: `/sandbox/pay/${token}` };
    },
    async outcome(token): Promise<PurchaseStatus | 'pending' | undefined> {
      const payment = await readSandboxPayment(db, token);
      return payment && (payment.outcome ?? 'pending');
    },
  };
}
