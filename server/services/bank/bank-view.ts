import type { BankDetails, BankTransfer } from '#core/contract/bank.ts';
import { findCash } from '#core/domain/cash.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import type { Deps } from '#server/deps.ts';
import type { Customer } from '#server/platform/standing-session.ts';
import { findBankRoute } from '#server/services/offers/payment-routes.ts';
import { payoutAccounts } from '#server/services/withdrawals/payout-accounts.ts';
import { type BankAccount, readBankAccount } from './bank-account.ts';

const SHOWN = 20;
/** How long a returned transfer is shown. */
const SHOWN_SECONDS = 7 * 24 * 3600;

const detailsOf = (account: BankAccount, sandbox: boolean): BankDetails => ({
  currency_id: account.currency,
  holder: account.holder,
  bank: account.bank,
  iban: account.iban,
  bic: account.bic,
  bsb: account.bsb,
  account_number: account.account_number,
  pay_id: account.pay_id,
  ...(sandbox && { sandbox }),
});

const states = {
  pending: 'pending',
  aside: 'checking',
  returning: 'returning',
  returned: 'returned',
} as const;

/** The account a customer pays into, the transfers that are not credited, and what the customer owes. */
export async function bankOf(deps: Deps, { userId, market: currency }: Customer) {
  const { db, clock, parties } = deps;
  const account = await readBankAccount(db, userId, currency);
  const out = await findBankRoute(db, userId);
  const rows = await db
    .selectFrom('bank_transfers')
    .where('user_id', '=', userId)
    .where('state', 'in', ['pending', 'aside', 'returning', 'returned'])
    .where((row) =>
      row.or([row('ended_at', 'is', null), row('ended_at', '>', clock.sqlIn(-SHOWN_SECONDS))]),
    )
    .select(['id', 'amount', 'currency', 'payer', 'state', 'seen_at'])
    .orderBy('seen_at', 'desc')
    .limit(SHOWN)
    .$narrowType<{ state: keyof typeof states }>()
    .execute();
  const owed = await db
    .selectFrom('bank_transfers')
    .where('user_id', '=', userId)
    .where('currency', '=', currency)
    .select(({ fn }) => fn.sum<string | null>('owed').as('units'))
    .executeTakeFirst();
  return {
    account: account ? detailsOf(account, parties.bank.sandbox) : null,
    transfers: rows.map(
      (row): BankTransfer => ({
        transfer_id: row.id,
        amount: row.amount,
        currency_id: row.currency,
        payer: row.payer,
        state: states[row.state],
        seen_at: row.seen_at.toISOString(),
      }),
    ),
    ...(out && {
      payout: {
        fee: out.withdrawal_fee,
        minimum: out.min_withdrawal,
        accounts: await payoutAccounts(deps, userId, currency),
      },
    }),
    owed: formatUnits(BigInt(owed?.units ?? 0), findCash(currency)?.scale ?? 2),
  };
}
