import { isCashCode } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import {
  cardDebtOverMail,
  cardGivenBackMail,
  cardTakenBackMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import { findUser } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientOf } from '#server/services/messages/notices/recipients.ts';
import type { Tx } from '#server/store/schema/schema.ts';

interface Bought {
  readonly id: string;
  readonly currency: string;
  readonly crypto_units: string;
  readonly crypto_currency: string;
}

const money = (cents: bigint, currency: string): string =>
  formatFiat(formatUnits(cents, FIAT_SCALE), currency);

/** Customers of the dollar market have no cash. */
const hasCashPage = async (tx: Tx, userId: string): Promise<boolean> =>
  isCashCode((await findUser(tx, userId))?.currency_code ?? '');

/** Tells what was taken back and what is owed. It is always mailed, because it is about what somebody owes. */
export async function tellTaken(
  deps: Deps,
  tx: Tx,
  userId: string,
  { cents, owed, ...of }: Bought & { readonly cents: bigint; readonly owed: bigint },
): Promise<void> {
  const asset = storedAsset(of.crypto_currency);
  const hasCash = await hasCashPage(tx, userId);
  await queueMail(
    deps,
    tx,
    cardTakenBackMail(await recipientOf(tx, userId), {
      reference: of.id,
      amount: money(cents, of.currency),
      bought: { amount: formatUnits(BigInt(of.crypto_units), asset.scale), currency: asset.code },
      owed: owed > 0n ? money(owed, of.currency) : undefined,
      hasCash,
    }),
  );
  await notify(deps, tx, userId, {
    event: 'transactionRejected',
    popup:
      owed > 0n
        ? `A card payment was taken back, and ${money(owed, of.currency)} is owed. We wrote to you what to do.`
        : 'A card payment was taken back. It was deducted from your cash.',
    page: hasCash ? '/cash' : '/wallet',
  });
}

/** Tells that a dispute is over in our favour. */
export async function tellGivenBack(
  deps: Deps,
  tx: Tx,
  userId: string,
  {
    cents,
    back,
    over,
    ...of
  }: Bought & { readonly cents: bigint; readonly back: bigint; readonly over: bigint },
): Promise<void> {
  await queueMail(
    deps,
    tx,
    cardGivenBackMail(await recipientOf(tx, userId), {
      reference: of.id,
      amount: money(cents, of.currency),
      back: back > 0n ? money(back, of.currency) : undefined,
      over: over > 0n ? money(over, of.currency) : undefined,
    }),
  );
  await notify(deps, tx, userId, {
    event: 'transactionCompleted',
    popup: 'A card payment that was taken back has come to us again.',
    page: (await hasCashPage(tx, userId)) ? '/cash' : '/wallet',
  });
}

/** Tells that officers have decided that what is owed is owed no longer. */
export async function tellWaived(
  deps: Deps,
  tx: Tx,
  userId: string,
  { id, currency, cents }: Pick<Bought, 'id' | 'currency'> & { readonly cents: bigint },
): Promise<void> {
  const to = await recipientOf(tx, userId);
  await queueMail(deps, tx, cardDebtOverMail(to, id, money(cents, currency)));
  await notify(deps, tx, userId, {
    event: 'transactionCompleted',
    popup: 'Nothing more is owed for a card payment that was taken back.',
    page: (await hasCashPage(tx, userId)) ? '/cash' : '/wallet',
  });
}
