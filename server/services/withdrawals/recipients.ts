import {
  CONTROL_FROM_EUR_CENTS,
  type Counterparty,
  factsOf,
  needsControl,
} from '#core/domain/counterparty.ts';
import { parseUnits } from '#core/domain/decimal.ts';
import { isNetwork } from '#core/domain/networks.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { eurCentsOf } from '#server/services/offers/eur-worth.ts';
import type { RouteRow } from '#server/services/offers/payment-routes.ts';
import {
  type CounterpartyRow,
  checkCounterparty,
  findCounterparty,
  keepCounterparty,
  markProved,
} from '#server/services/travel-rule/counterparties.ts';
import { controlMessage, isSigned } from '#server/services/travel-rule/signed-message.ts';
import { marketOf, withAccount } from '#server/services/users/users.ts';
import type { Tx } from '#server/store/schema.ts';

export interface Recipient {
  readonly network: string;
  readonly address: string;
  readonly tag: string;
}

/** The message that a wallet's owner signs; undefined if wallets of its network sign none. */
const messageFor = ({ network, address, nonce }: CounterpartyRow): string | undefined =>
  isNetwork(network) ? controlMessage(network, address, nonce) : undefined;

/** The proof that is still missing before so much is sent there; undefined if none is. */
const controlOf = (row: CounterpartyRow, market: string, eurCents: bigint | undefined) => {
  // An amount without a known value may be above the threshold.
  const worth = eurCents ?? CONTROL_FROM_EUR_CENTS;
  if (row.proved_at || !needsControl(row, market, worth)) return undefined;
  return { message: messageFor(row) ?? null };
};

/** What is known about a recipient's owner, for the review of an amount. */
export async function readRecipient(
  deps: Deps,
  userId: string,
  route: RouteRow,
  to: Recipient,
  amount: string | undefined,
) {
  const row = await findCounterparty(deps.db, userId, to);
  if (!row) return undefined;
  const units = parseUnits(amount ?? '', storedKept(route.currency).scale);
  const cents = units && (await eurCentsOf(deps, route.currency, units));
  const control = units && controlOf(row, await marketOf(deps.db, userId), cents);
  return {
    counterparty: factsOf(row),
    saidAt: row.said_at.toISOString(),
    ...(control && { control }),
  };
}

/** Records who owns a recipient's address; undefined after success. */
export async function describeRecipient(
  deps: Deps,
  owner: Owner,
  to: Recipient,
  counterparty: Counterparty,
): Promise<Refused | undefined> {
  const said = checkCounterparty(counterparty);
  if (isRefused(said)) return said;
  return withAccount(deps, owner, async (tx) => {
    await keepCounterparty(tx, deps.clock, owner.userId, to, said);
    return undefined;
  });
}

/** Checks the signature of an own wallet; undefined if control is proved. */
export const proveRecipient = (
  deps: Deps,
  owner: Owner,
  to: Recipient,
  signature: string,
): Promise<Refused | undefined> =>
  withAccount(deps, owner, async (tx) => {
    const row = await findCounterparty(tx, owner.userId, to);
    if (!row) return unknown();
    const { network, address } = row;
    const message = messageFor(row);
    if (!isNetwork(network) || !message || !isSigned(network, address, message, signature)) {
      return refuse(
        'INVALID_INPUT',
        'This is not the signature of this message by this address. Sign exactly the text above.',
      );
    }
    await markProved(tx, deps.clock, row, 'message');
    return undefined;
  });

const unknown = (): Refused =>
  refuse('COUNTERPARTY_UNKNOWN', 'Say first whose this address is. Nothing was sent.');

interface Asked {
  readonly userId: string;
  readonly market: string;
  /** In cents of EUR; undefined without a price. */
  readonly eurCents: bigint | undefined;
  /** When the owner was stated, as the review showed it. */
  readonly saidAt: string | undefined;
}

/** The recipient's owner for a withdrawal, or why it may not be sent yet. */
export async function recipientFor(
  tx: Tx,
  to: Recipient,
  { userId, market, eurCents, saidAt }: Asked,
): Promise<Counterparty | Refused> {
  const row = await findCounterparty(tx, userId, to);
  if (!row) return unknown();
  if (saidAt !== undefined && saidAt !== row.said_at.toISOString()) {
    return refuse(
      'COUNTERPARTY_UNKNOWN',
      'What you said about this recipient has changed since. Please review it again.',
    );
  }
  if (controlOf(row, market, eurCents)) {
    return refuse('CONTROL_NEEDED', 'Show first that this wallet is yours. Nothing was sent.');
  }
  return factsOf(row);
}
