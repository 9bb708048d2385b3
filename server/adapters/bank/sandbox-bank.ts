import { createHash, createHmac, randomUUID } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import { brand } from '#core/brand.ts';
import { checkedIban } from '#core/money/account-number.ts';
import { sandboxChain } from '#server/adapters/custody/sandbox-chain.ts';
import type { Transfer, Transfers } from '#server/adapters/custody/transfers.ts';
import { member, textMember } from '#server/adapters/party/exact-json.ts';
import { hmacMatches } from '#server/adapters/party/hmac.ts';
import { forged, readNotice } from '#server/adapters/party/notice.ts';
import { readSwitches } from '#server/adapters/party/sandbox-switches.ts';
import type {
  AccountOwner,
  Bank,
  BankDetails,
  BankTransfer,
  OpenedAccount,
  PayeeName,
  PayeeQuestion,
} from './bank.ts';
import { readCamt053 } from './camt053.ts';
import { sandboxStatement } from './sandbox-statement.ts';

const KEY = 'sandbox bank';

/** Digits derived from a text, always the same ones. */
const digitsOf = (text: string, count: number): string =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString()
    .slice(-count);

/** Every account is opened at once. */
const openedIn = (owner: AccountOwner): OpenedAccount => ({
  ...{ state: 'open', externalId: owner.requestId },
  details: detailsOf(owner),
});

/** Bank details that belong to nobody: a Lithuanian bank code and a BSB that are not assigned. */
function detailsOf({ requestId, name, currency }: AccountOwner): BankDetails {
  const shared = { externalId: requestId, holder: name, bank: `${brand.name} Sandbox Bank` };
  switch (currency) {
    case 'EUR': {
      const iban = checkedIban('LT', `99999${digitsOf(requestId, 11)}`);
      return { ...shared, iban, bic: 'SANDLT22XXX', bsb: '', accountNumber: '', payId: '' };
    }
    case 'AUD': {
      const accountNumber = digitsOf(requestId, 9);
      const payId = `${accountNumber}@pay.example`;
      return { ...shared, iban: '', bic: '', bsb: '802999', accountNumber, payId };
    }
  }
}

interface Row extends Omit<BankTransfer, 'accountId'> {
  readonly account_id: string;
}

const transferOf = ({ account_id, ...row }: Row): BankTransfer => ({
  ...row,
  accountId: account_id,
});

const columns = sql`id, account_id, currency, amount, payer, reference, status`;

/** Makes a transfer arrive at the simulated bank; returns its id. */
export async function transferInSandbox(
  db: QueryExecutorProvider,
  at: Date,
  transfer: Omit<BankTransfer, 'id'>,
): Promise<string> {
  const id = randomUUID();
  const { accountId, currency, amount, payer, reference, status } = transfer;
  await sql`insert into sandbox_bank_transfers
    (id, account_id, currency, amount, payer, reference, status, created_at, booked_at)
    values (${id}, ${accountId}, ${currency}, ${amount}, ${payer}, ${reference}, ${status}, ${at},
      ${status === 'settled' ? at : null})`.execute(db);
  return id;
}

export const endSandboxTransfer = (
  db: QueryExecutorProvider,
  at: Date,
  id: string,
  status: BankTransfer['status'],
) =>
  sql`update sandbox_bank_transfers set status = ${status},
    booked_at = case when ${status === 'settled'} then ${at}::timestamptz else booked_at end,
    reversed_at = case when ${status === 'reversed'} and booked_at is not null
      then ${at}::timestamptz end
    where id = ${id}`.execute(db);

/** The notice of a transfer and its signature, as a real bank would send them. */
export function sandboxBankNotice(id: string) {
  const body = JSON.stringify({ data: { id } });
  return { body, signature: createHmac('sha256', KEY).update(body).digest('hex') };
}

/** Payouts behave like transfers on the sandbox's chain: sent at once, completed after a while. */
function sandboxPayouts(db: QueryExecutorProvider, now: () => number): Transfers {
  const chain = sandboxChain(db, now);
  const told = (transfer: Transfer): Transfer =>
    transfer.kind === 'failed' ? { ...transfer, reason: 'account-closed' } : transfer;
  return {
    send: async (order) => told(await chain.send(order)),
    find: async (reference) => told(await chain.find(reference)),
    transactionUrl: () => undefined,
  };
}

/** The answer chosen at `/sandbox`; by default the name matches. */
async function sandboxPayee(
  db: QueryExecutorProvider,
  { holder }: PayeeQuestion,
): Promise<PayeeName | undefined> {
  switch ((await readSwitches(db)).payee) {
    case undefined:
      return { answer: 'match', name: holder };
    case 'close':
      return { answer: 'close', name: `${holder.charAt(0)}. ${holder.split(' ').at(-1)}` };
    case 'none':
      return { answer: 'none', name: '' };
    case 'silent':
      return undefined;
  }
}

/** The sandbox twin of the bank: its transfers are made at `/sandbox`. */
export const sandboxBank = (db: QueryExecutorProvider, now: () => number): Bank => ({
  sandbox: true,
  payouts: sandboxPayouts(db, now),
  payee: (question) => sandboxPayee(db, question),
  openAccount: (owner) => Promise.resolve(openedIn(owner)),
  account: (_, owner) => Promise.resolve(openedIn(owner)),
  async transfers(from) {
    const { rows } = await sql<Row>`select ${columns} from sandbox_bank_transfers
      where created_at >= ${from} order by created_at`.execute(db);
    return rows.map(transferOf);
  },
  async transfer(id) {
    const { rows } = await sql<Row>`select ${columns} from sandbox_bank_transfers
      where id = ${id}`.execute(db);
    const [row] = rows;
    return row ? transferOf(row) : 'none';
  },
  async giveBack(id, requestId) {
    const { rows } = await sql<{
      status: BankTransfer['status'];
      given: boolean;
    }>`select status, exists (
        select from sandbox_bank_returns where request_id = ${requestId}) as given
      from sandbox_bank_transfers where id = ${id}`.execute(db);
    const [found] = rows;
    if (found?.given) return 'given';
    if (found?.status === 'reversed') return 'reversed';
    await sql`insert into sandbox_bank_returns (request_id, transfer_id, created_at)
      values (${requestId}, ${id}, ${new Date(now())}) on conflict do nothing`.execute(db);
    return 'given';
  },
  async isGivenBack(requestId) {
    const { rows } = await sql<{ given: boolean }>`select exists (
      select from sandbox_bank_returns where request_id = ${requestId}) as given`.execute(db);
    return rows[0]?.given;
  },
  async statement(day) {
    const text = await sandboxStatement({ db, now }, day, (await readSwitches(db)).statement);
    return text === undefined ? undefined : readCamt053(text, day);
  },
  transferOfNotice(body, header) {
    if (!hmacMatches('sha256', KEY, body, header('x-sandbox-signature') ?? '')) return forged;
    return readNotice(body, (notice) => textMember(member(notice, 'data'), 'id'));
  },
});
