import { sql } from 'kysely';
import {
  accountText,
  parseAccountNumber,
  parseBsb,
  parseIban,
} from '#core/money/account-number.ts';
import { BANK_TRANSFER, type CashCode, findCash } from '#core/money/cash.ts';
import { destinationOf } from '#core/networks/address/destination.ts';
import type { Deps } from '#server/deps.ts';
import { customer } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { derivedId } from '#server/platform/derived-id.ts';
import { routeUnavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { whySql } from '#server/services/checks/gates/why.ts';
import { screeningOf } from '#server/services/checks/screening/screenings.ts';
import { travelOf } from '#server/services/checks/travel-rule/travel-rule.ts';
import { formerOwner, sealPaidTo } from '#server/services/customers/archive/archive.ts';
import { withdrawalsClosed } from '#server/services/exchange/trading/closed.ts';
import {
  amountIn,
  type ClosedMoneyRow,
  type Decided,
  recordDecision,
} from '#server/services/money-in/closed-money/closed-money.ts';
import { inOneStatement } from '#server/store/one-statement.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { checkWithdrawal } from './withdrawal-checks.ts';

/** Where officers pay what came for a closed account, as they typed it. */
export interface TypedPayee {
  readonly account: string;
  /** The network of a crypto-asset. */
  readonly network: string;
  /** The tag on networks that have tags; empty: it needs none. */
  readonly tag: string;
}

/** The same, checked. */
export interface ClosedPayee {
  readonly routeId: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string;
  /** The name of the bank account; empty on a network. */
  readonly holder: string;
}

const SENT_ALREADY =
  'It was paid already, before our records were restored from an earlier copy. The operator books it.';

/** A bank account of this currency as a text; undefined if it is none. */
function accountIn(currency: CashCode, typed: string): string | undefined {
  switch (currency) {
    case 'EUR':
      return parseIban(typed);
    case 'AUD': {
      const [, first = '', last = ''] =
        /^\s*(\d{3}[-\s]?\d{3})[\s,/]+(\d[\d\s]*)$/.exec(typed) ?? [];
      const [bsb, account_number] = [parseBsb(first), parseAccountNumber(last)];
      return bsb && account_number ? accountText({ iban: '', bsb, account_number }) : undefined;
    }
  }
}

const accountForms: Readonly<Record<CashCode, string>> = {
  EUR: 'Type the IBAN of an account that receives euros.',
  AUD: 'Type the BSB and the account number: 062-000 12345678.',
};

const openRoute = (reader: Reader, currency: string, network: string) =>
  reader
    .selectFrom('payment_routes')
    .selectAll()
    .where('currency', '=', currency)
    .where('network', '=', network)
    .where('is_active', '=', true)
    .executeTakeFirst();

/**
 * Where it is paid, or why not. Cash goes to an account of the former owner's name only, which the bank is asked for
 * (HARD-55); a crypto-asset to an address that can receive it. Called outside any transaction.
 */
export async function closedPayee(
  deps: Deps,
  row: ClosedMoneyRow,
  typed: TypedPayee,
): Promise<ClosedPayee | Refused> {
  const owner = await formerOwner(deps, deps.db, row.former_id);
  if (!owner) {
    return refuse(
      'INVALID_INPUT',
      'Nothing is kept any more of whose account it was, so it can be paid to nobody.',
    );
  }
  const cash = findCash(row.currency);
  const network = cash ? BANK_TRANSFER : typed.network;
  const route = await openRoute(deps.db, row.currency, network);
  if (!route) return routeUnavailable();
  if (!cash) {
    const { account: cryptoAddress, tag } = typed;
    const asked = {
      amount: amountIn(row),
      cryptoAddress,
      tag,
      noTag: route.needs_tag && tag === '',
    };
    const checked = checkWithdrawal(asked, route);
    if (isRefused(checked)) return checked;
    return { routeId: route.id, network, address: checked.address, tag: checked.tag, holder: '' };
  }
  const address = accountIn(cash.code, typed.account);
  if (!address) return refuse('INVALID_INPUT', accountForms[cash.code]);
  const holder = `${owner.first} ${owner.last}`.trim();
  const said = await deps.parties.bank
    .payee({ address, currency: cash.code, holder })
    .catch(() => undefined);
  if (said?.answer === 'none') {
    return refuse(
      'INVALID_INPUT',
      'The bank says that this account is in another name. It is paid to an account of the former customer only.',
    );
  }
  return { routeId: route.id, network, address, tag: '', holder };
}

/**
 * Pays out what came for a closed account: a withdrawal without a fee, screened and sent like any other. If it comes
 * back, it is a case again.
 */
export async function payClosedMoney(
  deps: Deps,
  tx: Tx,
  row: ClosedMoneyRow,
  to: ClosedPayee,
  decided: Omit<Decided, 'decision'>,
): Promise<Refused | undefined> {
  const { former_id: userId, currency, units } = row;
  const { code } = storedKept(currency);
  const isCash = to.holder !== '';
  const id = derivedId('closed money', row.id);
  const { why, isSent } = await tx
    .selectNoFrom([
      whySql(deps, { way: 'claim', user: userId, codes: [code] }).as('why'),
      sql<boolean>`exists (select 1 from transfers_aside where reference = ${id})`.as('isSent'),
    ])
    .executeTakeFirstOrThrow();
  // Nothing of a closed account's owner refuses it: what is found about them only makes it wait.
  if (why) return withdrawalsClosed();
  if (isSent) return refuse('KEY_CONFLICT', SENT_ALREADY);
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind: 'withdrawal',
    userId,
    reference: `withdrawal:${id}`,
    comment: `Withdrawal/${id}`,
    network: to.network,
    recipient: isCash ? '' : to.address,
    postings: [
      { account: customer(userId, 'unclaimed', code), units: -BigInt(units) },
      { account: customer(userId, 'hold', code), units: BigInt(units) },
    ],
  });
  if (posted.kind !== 'posted') throw new Error('money of a closed account was not paid out');
  const transfer = { subject: 'withdrawal', reference: id, userId } as const;
  const counterparty = { owner: 'customer', name: '', country: '', provider: '' } as const;
  await inOneStatement(tx, [
    tx.insertInto('withdrawals').values({
      ...{ id, user_id: userId, payment_route_id: to.routeId, currency: code, units },
      ...{ fee_units: '0', usd_cents: '0', address: to.address, tag: to.tag, holder: to.holder },
      destination: isCash ? '' : destinationOf(to.network, to.address, to.tag).address,
      ...{ status: 'requested', created_at: posted.createdAt },
      ...{ cancellable_until: posted.createdAt, due_at: posted.createdAt },
    }),
    screeningOf(tx, deps.clock, transfer),
    ...(isCash ? [] : [travelOf(tx, deps.clock, { ...transfer, counterparty })]),
  ]);
  const where = [to.holder, to.network, to.address, to.tag].filter(Boolean).join(', ');
  const payment = { withdrawal_id: id, paid_to: sealPaidTo(deps, row.id, where) };
  await recordDecision(deps, tx, row, { ...decided, decision: 'pay' }, payment);
  return undefined;
}
