import type { Selectable } from 'kysely';
import { type Payee, type PayeeAnswer, payeeAnswers } from '#core/contract/payee.ts';
import { accountText } from '#core/domain/bank-account.ts';
import type { PayeeQuestion } from '#server/adapters/bank/bank.ts';
import type { Deps } from '#server/deps.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { SavedAddresses } from '#server/store/customer-schema.ts';

/** How long an answer is used again. */
const KEPT_MS = 15 * 60_000;
/** A bank that needs longer counts as silent, because a customer waits for it. */
const PATIENCE_MS = 5_000;
const QUESTIONS = { attempts: 60, windowSeconds: 3600 };

type Account = Selectable<SavedAddresses>;

const NOTHING: Payee = { answer: 'unknown', name: '' };

/** A recent answer; undefined if the bank was not asked. */
function keptOf(account: Account, now: number): Payee | undefined {
  const { payee_answer, payee_name, payee_asked_at: at } = account;
  const answer = payeeAnswers.find((one) => one === payee_answer);
  return answer && at && now - at.getTime() < KEPT_MS ? { answer, name: payee_name } : undefined;
}

/** The bank's answer if it comes in time; a failing bank counts as silent. */
async function answerOf({ parties }: Pick<Deps, 'parties'>, about: PayeeQuestion): Promise<Payee> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const said = await Promise.race([parties.bank.payee(about).catch(() => undefined), late]);
  clearTimeout(timer);
  return said ?? NOTHING;
}

/** Asks the bank, and stores the answer with the account. */
async function ask(deps: Deps, account: Account): Promise<Payee> {
  const { currency, holder } = account;
  const said = await answerOf(deps, { address: accountText(account), currency, holder });
  await deps.db
    .updateTable('saved_addresses')
    .set({ payee_answer: said.answer, payee_name: said.name, payee_asked_at: deps.clock.sql })
    .where('id', '=', account.id)
    .where('user_id', '=', account.user_id)
    .execute();
  return said;
}

/** The bank's answer to in whose name an account is; a silent bank is asked again. */
export async function checkPayee(
  deps: Deps,
  userId: string,
  addressId: string,
): Promise<Payee | Refused> {
  const account = await deps.db
    .selectFrom('saved_addresses')
    .selectAll()
    .where('id', '=', addressId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'fiat')
    .executeTakeFirst();
  if (!account) return notFound();
  const kept = keptOf(account, deps.clock.now());
  if (kept && kept.answer !== 'unknown') return kept;
  return (
    (await limit(deps, { key: `payee:${userId}`, ...QUESTIONS })) ?? (await ask(deps, account))
  );
}

const needsConfirming = (answer: PayeeAnswer): boolean => answer === 'close' || answer === 'none';

/**
 * What is known about an account's name when cash is to be sent there. If the bank has another name, the
 * customer must have confirmed exactly that: `confirmed` is the answer they saw.
 */
export async function payeeForPayout(
  deps: Deps,
  account: Account,
  confirmed: string,
): Promise<Payee | Refused> {
  const payee = keptOf(account, deps.clock.now()) ?? (await ask(deps, account));
  if (!needsConfirming(payee.answer) || confirmed === payee.answer) return payee;
  return refuse(
    'INVALID_INPUT',
    payee.answer === 'none'
      ? 'The bank says that this account is in another name. Look at the review again before you confirm. Nothing was sent.'
      : 'The bank has a slightly different name for this account. Look at the review again before you confirm. Nothing was sent.',
  );
}
