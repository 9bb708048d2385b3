import type { Hono } from 'hono';
import { parseUnits } from '#core/money/decimal.ts';
import {
  endSandboxTransfer,
  sandboxBankNotice,
  transferInSandbox,
} from '#server/adapters/bank/sandbox-bank.ts';
import { type SandboxPlan, sandboxPlans } from '#server/adapters/custody/sandbox-chain.ts';
import {
  type PayeePlan,
  payeePlans,
  type StatementPlan,
  statementPlans,
  writeSwitch,
} from '#server/adapters/party/sandbox-switches.ts';
import type { Deps } from '#server/deps.ts';
import type { UserRow } from '#server/services/customers/users/users.ts';
import { hurryWithdrawal } from '#server/services/money-out/withdrawals/hurry-withdrawal.ts';
import { did, didNot, type Happening, ofCustomer, type SandboxEvent } from './told.ts';

const ways = ['own', 'other', 'twice', 'foreign', 'recall'] as const;
type Way = (typeof ways)[number];

/** Sends the bank's notice like a real bank: signed, to the address for notices. */
async function tell(app: Hono, id: string): Promise<boolean> {
  const { body, signature } = sandboxBankNotice(id);
  const { status } = await app.request('/webhooks/bank', {
    method: 'POST',
    body,
    headers: { 'x-sandbox-signature': signature },
  });
  return status === 200;
}

async function becameOf({ db }: Deps, id: string): Promise<string> {
  const row = await db
    .selectFrom('bank_transfers')
    .select(['state', 'reason'])
    .where('external_id', '=', id)
    .executeTakeFirst();
  if (!row) return 'the bank is down and tells of it when it is back';
  return row.reason ? `${row.state}, because of: ${row.reason}` : row.state;
}

const accountOf = (deps: Deps, user: UserRow) =>
  deps.db
    .selectFrom('bank_accounts')
    .select(['external_id', 'currency'])
    .where('user_id', '=', user.id)
    .executeTakeFirst();

async function recallLast(deps: Deps, user: UserRow, app: Hono): Promise<Happening> {
  const last = await deps.db
    .selectFrom('bank_transfers')
    .select('external_id')
    .where('user_id', '=', user.id)
    .where('state', '=', 'credited')
    .orderBy('seen_at', 'desc')
    .executeTakeFirst();
  if (!last) return didNot(`${user.email} has no transfer that was credited.`);
  await endSandboxTransfer(deps.db, new Date(deps.clock.now()), last.external_id, 'reversed');
  await tell(app, last.external_id);
  return did(
    `The bank took the last transfer of ${user.email} back. It is now: ${await becameOf(deps, last.external_id)}.`,
  );
}

async function arrive(
  deps: Deps,
  user: UserRow,
  app: Hono,
  { way, amount }: { readonly way: Way; readonly amount: string },
): Promise<Happening> {
  const account = await accountOf(deps, user);
  if (!account) {
    return didNot(`${user.email} has not opened an account yet: see Cash, Add money.`);
  }
  if (!parseUnits(amount, 2)) return didNot('An amount is more than 0 and has at most 2 decimals.');
  const id = await transferInSandbox(deps.db, new Date(deps.clock.now()), {
    accountId: account.external_id,
    currency: way === 'foreign' ? 'USD' : account.currency,
    amount,
    payer: way === 'other' ? 'Somebody Else' : `${user.first_name} ${user.last_name}`,
    reference: '',
    status: 'settled',
  });
  await tell(app, id);
  if (way === 'twice') await tell(app, id);
  const what = `A transfer of ${amount} came to ${user.email}`;
  return did(`${what}${way === 'twice' ? ', told twice' : ''}: ${await becameOf(deps, id)}.`);
}

const bank = ofCustomer(async (deps, field, user, app): Promise<Happening> => {
  const way = ways.find((one) => one === field('how')) ?? 'own';
  return way === 'recall'
    ? recallLast(deps, user, app)
    : arrive(deps, user, app, { way, amount: field('amount').trim() });
});

const payoutPlans: Readonly<Partial<Record<SandboxPlan, string>>> = {
  auto: 'took it; it arrives after 20 seconds',
  confirm: 'took it, and it has arrived',
  refuse: 'did not take it',
  fail: 'sent it back',
  silent: 'gives no answer about it',
};

const payout = ofCustomer(async (deps, field, { id, email }): Promise<Happening> => {
  const plan = sandboxPlans.find((one) => one === field('plan'));
  const meaning = plan && payoutPlans[plan];
  if (!plan || !meaning) return didNot('Choose what becomes of the payout.');
  if (!(await hurryWithdrawal(deps, email, plan, 'bank'))) {
    return didNot(`${email} has no payout under way. Cash something out first.`);
  }
  const now = await deps.db
    .selectFrom('withdrawals')
    .select('status')
    .where('user_id', '=', id)
    .where('holder', '!=', '')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return did(`The bank ${meaning}. The payout of ${email} is now: ${now.status}.`);
});

const statementSentences: Readonly<Record<StatementPlan, string>> = {
  cent: 'are wrong by a cent from now on: the log and check:ledger tell it',
  late: 'come twelve hours after the day from now on',
  silent: 'are not given from now on',
};

const statement: SandboxEvent = async ({ db }, field) => {
  const plan = statementPlans.find((one) => one === field('plan'));
  await writeSwitch(db, 'statement', plan);
  return did(`The bank’s statements ${plan ? statementSentences[plan] : 'are as they should be'}.`);
};

const payeeSentences: Readonly<Record<PayeePlan, string>> = {
  close: 'has nearly the name for every account from now on',
  none: 'has another name for every account from now on',
  silent: 'does not say whose an account is from now on',
};

const payee: SandboxEvent = async ({ db }, field) => {
  const plan = payeePlans.find((one) => one === field('plan'));
  await writeSwitch(db, 'payee', plan);
  return did(`The bank ${plan ? payeeSentences[plan] : 'has the right name for every account'}.`);
};

export const bankEvents: Readonly<Record<string, SandboxEvent>> = {
  bank,
  payout,
  payee,
  statement,
};
