import type { Selectable } from 'kysely';
import { type Payee, payeeAnswers } from '#core/contract/money/payee.ts';
import { accountText } from '#core/money/account-number.ts';
import type { PayeeQuestion } from '#server/adapters/bank/bank.ts';
import type { Deps } from '#server/deps.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { SavedAddresses } from '#server/store/schema/customer-schema.ts';
import type { Tx } from '#server/store/schema/schema.ts';

/** How long an answer is used again. */
const KEPT_MS = 15 * 60_000;
/** A bank that needs longer counts as silent, because a customer waits for it: somewhat more than its scheme takes. */
const PATIENCE_MS = 8_500;
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

/** The answer with what an officer decided about it. */
const shown = ({ payee_allowed: allowed }: Account, payee: Payee): Payee =>
  allowed && payee.answer === 'none' ? { ...payee, allowed } : payee;

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
  if (kept && kept.answer !== 'unknown') return shown(account, kept);
  const limited = await limit(deps, { key: `payee:${userId}`, ...QUESTIONS });
  return limited ?? shown(account, await ask(deps, account));
}

/** Puts the account before an officer, once: who was told no is not asked about again. */
const openCase = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, { id }: Account) =>
  db
    .updateTable('saved_addresses')
    .set({ payee_refused_at: clock.sql })
    .where('id', '=', id)
    .where('payee_refused_at', 'is', null)
    .execute();

/** An officer decides whether cash may go to an account that the bank says is somebody else's. */
export async function decidePayee(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  id: string,
  { allowed, reason }: { readonly allowed: boolean; readonly reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('saved_addresses')
    .set({ payee_allowed: allowed, payee_decided_at: clock.sql, payee_decided_for: reason })
    .where('id', '=', id)
    .where('payee_refused_at', 'is not', null)
    .where('payee_decided_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What the customer was shown of the account's name, and said of it. */
export interface SeenPayee {
  /** The bank's answer that they saw; empty if none. */
  readonly saw: string;
  /** They said that the account is theirs. What was seen alone is no word of theirs. */
  readonly confirmed: boolean;
}

/**
 * What is known about an account's name when cash is to be sent there. Cash goes to its owner only, so an
 * account in another name is refused whatever the customer confirms (HARD-55). A similar name must have been
 * seen and confirmed.
 */
export async function payeeForPayout(
  deps: Deps,
  account: Account,
  { saw, confirmed }: SeenPayee,
): Promise<Payee | Refused> {
  const payee = keptOf(account, deps.clock.now()) ?? (await ask(deps, account));
  switch (payee.answer) {
    case 'match':
    case 'unknown':
      return payee;
    case 'close':
      if (saw === 'close' && confirmed) return payee;
      return refuse(
        'INVALID_INPUT',
        // A page that showed the name asks whose account it is, and sends nothing else; an older one does not ask (HARD-98).
        saw === 'close'
          ? 'The bank has a slightly different name for this account, and you have not confirmed that it is yours. Close this app everywhere on this device and open it again, so that it can ask you. Nothing was sent.'
          : 'The bank has a slightly different name for this account. Look at the review again before you confirm. Nothing was sent.',
      );
    case 'none':
      if (account.payee_allowed) return payee;
      await openCase(deps, account);
      return refuse(
        'INVALID_INPUT',
        'The bank says that this account is in another name, and cash goes to your own accounts only. Choose another account. If it is yours, write to support: an officer can look at it. Nothing was sent.',
      );
  }
}
