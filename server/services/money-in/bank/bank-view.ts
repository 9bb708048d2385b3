import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { BankDetails, BankTransfer, getBankDetails } from '#core/contract/money/bank.ts';
import { findCash } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import type { Customer } from '#server/platform/standing-session.ts';
import { bankRouteQuery } from '#server/services/exchange/offers/payment-routes.ts';
import { owedQuery } from '#server/services/money-in/debts/debts.ts';
import {
  payoutAccountsOf,
  payoutAccountsQuery,
} from '#server/services/money-out/withdrawals/payout-accounts.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import { bankAccountQuery } from './bank-account.ts';

const SHOWN = 20;
/** How long a returned transfer is shown. */
const SHOWN_SECONDS = 7 * 24 * 3600;

type Account = JsonRow<ReturnType<typeof bankAccountQuery>>;

const detailsOf = (account: Account, sandbox: boolean): BankDetails => ({
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
  checking: 'checking',
  aside: 'checking',
  returning: 'returning',
  returned: 'returned',
} as const;

/** Reads a customer's transfers that are not credited, and those that were returned lately. */
const transfersQuery = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string) =>
  db
    .selectFrom('bank_transfers')
    .where('user_id', '=', userId)
    .where('state', 'in', ['pending', 'checking', 'aside', 'returning', 'returned'])
    .where((row) =>
      row.or([row('ended_at', 'is', null), row('ended_at', '>', clock.sqlIn(-SHOWN_SECONDS))]),
    )
    .select(['id', 'amount', 'currency', 'payer', 'state', 'seen_at'])
    .orderBy('seen_at', 'desc')
    .limit(SHOWN)
    .$narrowType<{ state: keyof typeof states }>();

const transferOf = (row: JsonRow<ReturnType<typeof transfersQuery>>): BankTransfer => ({
  transfer_id: row.id,
  amount: row.amount,
  currency_id: row.currency,
  payer: row.payer,
  state: states[row.state],
  seen_at: isoOf(row.seen_at),
});

/**
 * The account a customer pays into, the transfers that are not credited, what the customer owes, and where cash
 * can be paid out to, read in one statement; undefined if the customer's own account is gone.
 */
export async function bankOf(
  deps: Deps,
  { userId, market: currency }: Customer,
): Promise<AnswerOf<typeof getBankDetails>['data'] | undefined> {
  const { db, clock, parties } = deps;
  const read = await payoutAccountsQuery(deps, userId)
    .select([
      jsonObjectFrom(bankAccountQuery(db, userId, currency)).as('account'),
      jsonObjectFrom(bankRouteQuery(db, userId)).as('out'),
      jsonArrayFrom(transfersQuery(deps, userId)).as('transfers'),
      jsonArrayFrom(owedQuery(db, userId)).as('owed'),
    ])
    .executeTakeFirst();
  if (!read) return undefined;
  const { account, out } = read;
  const owed = read.owed.map((one) => ({
    currency_id: one.currency,
    amount: formatUnits(BigInt(one.units), findCash(one.currency)?.scale ?? 2),
  }));
  const elsewhere = owed.filter(({ currency_id }) => currency_id !== currency);
  return {
    account: account && detailsOf(account, parties.bank.sandbox),
    transfers: read.transfers.map(transferOf),
    ...(out && {
      payout: {
        fee: out.withdrawal_fee,
        minimum: out.min_withdrawal,
        accounts: payoutAccountsOf(read, currency, clock.now()),
      },
    }),
    owed: owed.find(({ currency_id }) => currency_id === currency)?.amount ?? '0',
    ...(elsewhere.length > 0 && { owed_else: elsewhere }),
  };
}
