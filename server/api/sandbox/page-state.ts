import { BANK_TRANSFER, findKept } from '#core/money/cash.ts';
import { assetCodes, isAssetCode } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { plainEmail } from '#core/people/email-address.ts';
import { type InboxMail, readInbox } from '#server/adapters/mail/inbox.ts';
import { type Moved, readMoved } from '#server/adapters/market/pins.ts';
import { type Happened, readHappened } from '#server/adapters/party/sandbox-happened.ts';
import { readSwitches, type Switches } from '#server/adapters/party/sandbox-switches.ts';
import { readListed } from '#server/adapters/screening/sandbox-screening.ts';
import type { Deps } from '#server/deps.ts';
import { settleOutbox } from '#server/services/messages/notices/outbox.ts';
import { isInvented } from './events.ts';

export interface AccountLine {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly kyc: string;
  readonly comment: string | null;
  readonly balances: string;
}

export interface RouteLine {
  readonly currency: string;
  readonly network: string;
}

export interface PriceLine {
  readonly asset: string;
  /** Undefined: the market has no price now. */
  readonly usd: string | undefined;
  readonly moved: 'stands still' | 'jumped' | undefined;
}

/** The chosen customer's operations under way. */
export interface UnderWay {
  readonly deposits: readonly string[];
  readonly withdrawal: string | undefined;
  readonly payment: string | undefined;
}

export interface PageState {
  readonly deps: Deps;
  readonly switches: Switches;
  /** Undefined: the accounts belong to real people. */
  readonly accounts: readonly AccountLine[] | undefined;
  readonly chosen: (AccountLine & UnderWay) | undefined;
  readonly routes: readonly RouteLine[];
  readonly prices: readonly PriceLine[];
  readonly movedRates: boolean;
  /** The entries of the simulated screening list: emails and addresses. */
  readonly listed: readonly string[];
  /** Undefined: mail is real. */
  readonly mails: readonly InboxMail[] | undefined;
  readonly happened: readonly Happened[];
  /** The event that led to this view. */
  readonly told: Happened | undefined;
}

const amountOf = (currency: string, units: string): string =>
  `${formatUnits(BigInt(units), findKept(currency)?.scale ?? 0)} ${currency}`;

const SHOWN = 50;

/** The newest accounts, and the chosen one even if it is older. */
async function readAccounts(db: Deps['db'], email: string): Promise<readonly AccountLine[]> {
  const known = db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'kyc_status', 'kyc_comment'])
    .where('deleted_at', 'is', null);
  const newest = await known.orderBy('created_at', 'desc').limit(SHOWN).execute();
  const asked = await known.where('email', '=', email).execute();
  const users = [...newest, ...asked.filter(({ id }) => newest.every((one) => one.id !== id))];
  const balances = await db
    .selectFrom('accounts')
    .select(['owner', 'currency', 'balance'])
    .where('kind', '=', 'available')
    .where('balance', '>', '0')
    .where('owner', 'in', ['', ...users.map(({ id }) => id)])
    .orderBy('currency')
    .execute();
  return users.map((user) => ({
    id: user.id,
    email: user.email,
    role: user.role,
    kyc: user.kyc_status.replaceAll('_', ' '),
    comment: user.kyc_comment,
    balances: balances
      .filter(({ owner }) => owner === user.id)
      .map(({ currency, balance }) => amountOf(currency, balance))
      .join(', '),
  }));
}

async function readUnderWay(db: Deps['db'], id: string): Promise<UnderWay> {
  const deposits = await db
    .selectFrom('deposits')
    .select(['currency', 'units', 'confirmations', 'confirmations_needed'])
    .where('user_id', '=', id)
    .where('state', '=', 'pending')
    .orderBy('seen_at', 'desc')
    .limit(5)
    .execute();
  const withdrawal = await db
    .selectFrom('withdrawals')
    .select(['currency', 'units', 'status'])
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  const payment = await db
    .selectFrom('purchases')
    .select(['amount', 'currency', 'status'])
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return {
    deposits: deposits.map(
      ({ currency, units, confirmations, confirmations_needed }) =>
        `${amountOf(currency, units)}, ${confirmations} of ${confirmations_needed} blocks`,
    ),
    withdrawal:
      withdrawal && `${amountOf(withdrawal.currency, withdrawal.units)}: ${withdrawal.status}`,
    payment: payment && `${payment.amount} ${payment.currency}: ${payment.status}`,
  };
}

async function readPrices(
  { parties }: Deps,
  { pins, shifts }: Moved,
): Promise<readonly PriceLine[]> {
  const tickers = await parties.market.tickers();
  return assetCodes.map((asset) => ({
    asset,
    usd: tickers.get(asset)?.usd,
    moved: pins.has(asset) ? 'stands still' : shifts.has(asset) ? 'jumped' : undefined,
  }));
}

/** The list contains customers by their ids: they are shown by their emails. */
async function readEntries(
  db: Deps['db'],
  accounts: readonly AccountLine[] | undefined,
): Promise<readonly string[]> {
  const entries = await readListed(db);
  return entries.map((entry) => accounts?.find(({ id }) => id === entry)?.email ?? entry);
}

/**
 * The newest mails, after those that are due were sent; with slow or failing mail, only those sent so far.
 */
async function readMails(deps: Deps, switches: Switches): Promise<readonly InboxMail[]> {
  if (!switches.troubles.has('mail')) await settleOutbox(deps);
  return readInbox(deps.db, undefined);
}

export async function readPage(
  deps: Deps,
  asked: { readonly customer: string; readonly event: string },
): Promise<PageState> {
  const { db, parties } = deps;
  const { sandboxed } = parties;
  const switches = await readSwitches(db);
  const mails = sandboxed.has('mail') ? await readMails(deps, switches) : undefined;
  const email = plainEmail(asked.customer) || '';
  const accounts = isInvented(deps) ? await readAccounts(db, email) : undefined;
  const customers = accounts?.filter(({ role }) => role === 'user') ?? [];
  const account = customers.find((one) => one.email === email) ?? customers[0];
  const routes = await db
    .selectFrom('payment_routes')
    .select(['currency', 'network'])
    .where('network', '<>', BANK_TRANSFER)
    .orderBy('position')
    .execute();
  const happened = await readHappened(db);
  const moved = await readMoved(db);
  return {
    deps,
    switches,
    accounts,
    chosen: account && { ...account, ...(await readUnderWay(db, account.id)) },
    routes,
    prices: sandboxed.has('market') ? await readPrices(deps, moved) : [],
    movedRates: [...moved.shifts.keys()].some((code) => !isAssetCode(code)),
    listed: sandboxed.has('screening') ? await readEntries(db, accounts) : [],
    mails,
    happened,
    told: happened.find(({ id }) => id === asked.event),
  };
}
