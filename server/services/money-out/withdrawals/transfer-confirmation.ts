import { createHash } from 'node:crypto';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { sendTransferCode, Transfer } from '#core/contract/money/transfer.ts';
import { isCashCode } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { INVALID_CODE } from '#core/words/codes.ts';
import { transferCodeMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { CODE_MINUTES, CODE_PAUSE_SECONDS } from '#server/policy.ts';
import { routeUnavailable, tooMany } from '#server/refusal/refusals.ts';
import { isRefused, keeping, type Refused, refuse } from '#server/refusal/refused.ts';
import { codeRefused } from '#server/services/access/credentials/code-refusal.ts';
import {
  codePurposes,
  issueCode,
  tryCode,
} from '#server/services/access/credentials/email-codes.ts';
import { takeShown } from '#server/services/access/credentials/passkeys.ts';
import { refuseMailboxAlone } from '#server/services/customers/users/mailbox-alone.ts';
import { isEuCustomer, type UserRow, withAccount } from '#server/services/customers/users/users.ts';
import {
  findBankRoute,
  findRoute,
  type RouteRow,
} from '#server/services/exchange/offers/payment-routes.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { checkPayout } from './payout-checks.ts';
import { refusedWayOut } from './refused-way-out.ts';
import { type CheckedWithdrawal, checkWithdrawal } from './withdrawal-checks.ts';
import { addressOf } from './withdrawal-steps.ts';

/** The only asset that is money by the Union's law: an e-money token. */
const E_MONEY = 'USDC';

/** An amount and its recipient. */
interface TransferTerms {
  readonly route: RouteRow;
  readonly checked: CheckedWithdrawal;
}

type Market = Pick<UserRow, 'is_eu' | 'currency_code'>;

/** Whether this transfer of the customer needs a confirmation made for it (KEEP-15). */
const isConfirmed = (user: Market, code: string): boolean =>
  isEuCustomer(user) && (code === E_MONEY || isCashCode(code));

/** The codes of what the customer can send only with such a confirmation. */
export const confirmedFor = (user: Market): string[] =>
  [E_MONEY, user.currency_code].filter((code) => isConfirmed(user, code));

/**
 * The fingerprint that a confirmation is bound to. It leaves out the fee, which has a check of its own and
 * does not change what the recipient gets.
 */
const fingerprintOf = ({ route, checked: { asset, units, address, tag } }: TransferTerms): string =>
  createHash('sha256')
    .update(JSON.stringify([asset.code, route.network, address, tag, String(units)]))
    .digest('base64url');

async function findAsked(
  deps: Deps,
  userId: string,
  transfer: Transfer,
): Promise<TransferTerms | Refused> {
  const isPayout = 'address_id' in transfer;
  const route = isPayout
    ? await findBankRoute(deps.db, userId)
    : await findRoute(deps.db, userId, transfer.paymentRouteId);
  if (!route) return routeUnavailable();
  const checked = isPayout
    ? await checkPayout(deps.db, userId, transfer, route)
    : checkWithdrawal(transfer, route);
  return isRefused(checked) ? checked : { route, checked };
}

/** The fingerprint of a transfer, for a passkey to sign. */
export async function readFingerprint(
  deps: Deps,
  userId: string,
  transfer: Transfer | undefined,
): Promise<string | Refused> {
  if (!transfer) return refuse('INVALID_INPUT', 'There is no transfer to confirm.');
  const asked = await findAsked(deps, userId, transfer);
  return isRefused(asked) ? asked : fingerprintOf(asked);
}

/** A code is valid in the session that requested it, for its transfer. */
const codeFor = ({ email }: UserRow, sessionId: string, asked: TransferTerms) => ({
  email,
  purpose: codePurposes.transfer,
  device: sessionId,
  about: fingerprintOf(asked),
});

/** Mails a code for one transfer, with its amount and its recipient. */
export async function mailTransferCode(
  deps: Deps,
  owner: Owner,
  transfer: Transfer,
): Promise<AnswerOf<typeof sendTransferCode>['data'] | Refused> {
  const { userId, sessionId } = owner;
  const asked = await findAsked(deps, userId, transfer);
  if (isRefused(asked)) return asked;
  const { route, checked } = asked;
  const { asset, units, tag } = checked;
  return withAccount(deps, owner, async (tx, account) => {
    const refused = await refusedWayOut(deps, tx, account, asset.code);
    if (refused) return refused;
    if (!isConfirmed(account, asset.code)) {
      return refuse('INVALID_INPUT', 'This transfer needs no code of its own.');
    }
    const alone = await refuseMailboxAlone(tx, account, sessionId);
    if (alone) return alone;
    const made = await issueCode(deps, tx, codeFor(account, sessionId, asked), userId);
    if (made.kind === 'wait') return tooMany(made.seconds, { codeCounts: made.codeCounts });
    const facts = {
      amount: formatUnits(units, asset.scale),
      currency: asset.code,
      address: addressOf(checked),
      network: route.network,
      tag,
    };
    const recipient = await alarmedRecipientOf(deps, tx, userId, sessionId);
    await queueMail(deps, tx, transferCodeMail(recipient, made, facts));
    const until = new Date(deps.clock.now() + CODE_MINUTES * 60_000).toISOString();
    return { until, again: CODE_PAUSE_SECONDS };
  });
}

/**
 * Takes the confirmation of a transfer, once: the token of a passkey that signed it, or the code mailed for
 * it. Undefined if it needs none. A wrong code uses up a try.
 */
export async function takeConfirmation(
  deps: Deps,
  tx: Tx,
  user: UserRow,
  asked: TransferTerms & { readonly sessionId: string; readonly transferCode: string },
): Promise<'passkey' | 'code' | undefined | Refused> {
  const { checked, sessionId } = asked;
  if (!isConfirmed(user, checked.asset.code)) return undefined;
  const typed = asked.transferCode.replace(/\s/g, '');
  if (typed === '') {
    return refuse(
      'SECOND_FACTOR_REQUIRED',
      'Enter the code that we mail you for this transfer, or confirm it with a passkey.',
      { mailed: true },
    );
  }
  const what = codeFor(user, sessionId, asked);
  if (await takeShown(deps, tx, typed, { use: 'transfer', sessionId, about: what.about })) {
    return 'passkey';
  }
  const alone = await refuseMailboxAlone(tx, user, sessionId);
  if (alone) return alone;
  const trial = await tryCode(tx, deps.clock, what, typed);
  return trial.kind === 'right'
    ? 'code'
    : keeping(
        codeRefused(INVALID_CODE, trial, 'The transfer it was made for was requested with it.', {
          mailed: true,
        }),
      );
}
