import { type AssetCode, findAsset } from '#core/money/currencies.ts';
import { parseUnits, parseUnitsDown } from '#core/money/decimal.ts';
import type { ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import { MOST_UNITS } from '#server/ledger/accounts.ts';
import { isOffered } from '#server/services/exchange/offers/instruments.ts';
import type { Tx } from '#server/store/schema/schema.ts';

/** Why nobody is credited with a deposit. */
export type AsideReason =
  /** The custodian's entry makes no sense. */
  | 'unreadable'
  /** Not an asset of ours, or not on this network. */
  | 'unknown-asset'
  /** Not an amount the network can carry. */
  | 'impossible-amount'
  /** Not an address that was given to a customer. */
  | 'unknown-address'
  | 'missing-tag'
  | 'unknown-tag'
  | 'deleted-customer'
  /** The customer's market does not have the asset (D10). */
  | 'not-offered'
  | 'below-minimum'
  /** The same output of the same transaction was reported before under another id. */
  | 'same-output'
  /** A person decided, after screening, not to credit it. */
  | 'refused'
  /** It was credited, and is now reported as changed or gone. */
  | 'changed-after-credit'
  | 'dropped-after-credit';

export type Owner =
  | {
      readonly kind: 'owned';
      readonly userId: string;
      readonly currency: AssetCode;
      readonly units: bigint;
      readonly needed: number;
    }
  | {
      readonly kind: 'aside';
      readonly reason: AsideReason;
      /** Who is told of it, although their account is closed (HARD-51). */
      readonly closed?: string;
    };

const aside = (reason: AsideReason) => ({ kind: 'aside', reason }) as const;

export interface Counted {
  readonly kind: 'counted';
  readonly currency: AssetCode;
  readonly units: bigint;
  readonly needed: number;
  readonly needsTag: boolean;
  /** Why a customer of this market may not be credited; undefined if they may. */
  readonly refusedFor: (market: string) => AsideReason | undefined;
}

/**
 * What a deposit is credited as, whoever it belongs to. The ledger has eight decimals and is never rounded
 * up: further decimals of a chain stay with the custodian.
 */
export async function countDeposit(
  tx: Tx,
  deposit: Pick<ReportedDeposit, 'network' | 'currency' | 'amount'>,
): Promise<Counted | { readonly kind: 'aside'; readonly reason: AsideReason }> {
  const asset = findAsset(deposit.currency);
  const route = await tx
    .selectFrom('payment_routes')
    .select(['needs_tag', 'min_deposit', 'confirmations'])
    .where('network', '=', deposit.network)
    .where('currency', '=', deposit.currency)
    .executeTakeFirst();
  if (!asset || !route) return aside('unknown-asset');
  const { code, scale, chainScale } = asset;
  const units = parseUnitsDown(deposit.amount, scale);
  if (parseUnits(deposit.amount, chainScale) === undefined || units === undefined) {
    return aside('impossible-amount');
  }
  if (units > MOST_UNITS) return aside('impossible-amount');
  const least = parseUnits(route.min_deposit, scale);
  const tooLittle = units === 0n || (least !== undefined && units < least);
  return {
    kind: 'counted',
    currency: code,
    units,
    needed: route.confirmations,
    needsTag: route.needs_tag,
    refusedFor: (market) =>
      isOffered(code, market) ? (tooLittle ? 'below-minimum' : undefined) : 'not-offered',
  };
}

/**
 * The owner of a deposit and the credited amount. The address decides, with its tag on networks with tags;
 * any uncertain deposit belongs to nobody. The customer's row stays locked, in case of a deletion at the same
 * moment.
 */
export async function ownerOf(tx: Tx, deposit: ReportedDeposit): Promise<Owner> {
  const counted = await countDeposit(tx, deposit);
  if (counted.kind === 'aside') return counted;
  const { currency, units, needed, needsTag } = counted;
  // On networks without tags, a tag means nothing.
  const tag = needsTag ? deposit.tag : '';
  const owner = await tx
    .selectFrom('deposit_addresses')
    .innerJoin('users', 'users.id', 'deposit_addresses.user_id')
    .select(['users.id', 'users.deleted_at', 'users.currency_code'])
    .where('deposit_addresses.network', '=', deposit.network)
    .where('deposit_addresses.address', '=', deposit.address)
    .where('deposit_addresses.tag', '=', tag)
    .where('deposit_addresses.sandbox', '=', false)
    .forNoKeyUpdate('users')
    .executeTakeFirst();
  if (!owner) {
    if (!needsTag) return aside('unknown-address');
    return aside(tag === '' ? 'missing-tag' : 'unknown-tag');
  }
  const refused = counted.refusedFor(owner.currency_code);
  if (owner.deleted_at) {
    // Of dust, which anybody can send to anybody, nobody is told.
    return { ...aside('deleted-customer'), ...(!refused && { closed: owner.id }) };
  }
  return refused ? aside(refused) : { kind: 'owned', userId: owner.id, currency, units, needed };
}
