import { type AssetCode, findAsset } from '#core/domain/currencies.ts';
import { parseUnits, parseUnitsDown } from '#core/domain/decimal.ts';
import type { ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import { MOST_UNITS } from '#server/ledger/accounts.ts';
import { isOffered } from '#server/services/offers/instruments.ts';
import type { Tx } from '#server/store/schema.ts';

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
  /** It was credited, and is now reported as something else, or as gone. */
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
  | { readonly kind: 'aside'; readonly reason: AsideReason };

const aside = (reason: AsideReason): Owner => ({ kind: 'aside', reason });

/**
 * Whose a deposit is and what they are credited with. The address decides, with its tag where the
 * network has tags; anything uncertain is nobody's. The ledger's eight decimals are never rounded up:
 * what a chain has beyond them stays with the custodian.
 *
 * The customer's row stays locked, in case of a deletion at the same moment.
 */
export async function ownerOf(tx: Tx, deposit: ReportedDeposit): Promise<Owner> {
  const { network, address, amount } = deposit;
  const asset = findAsset(deposit.currency);
  const route = await tx
    .selectFrom('payment_routes')
    .select(['needs_tag', 'min_deposit', 'confirmations'])
    .where('network', '=', network)
    .where('currency', '=', deposit.currency)
    .executeTakeFirst();
  if (!asset || !route) return aside('unknown-asset');
  const { code, scale, chainScale } = asset;
  const units = parseUnitsDown(amount, scale);
  if (parseUnits(amount, chainScale) === undefined || units === undefined) {
    return aside('impossible-amount');
  }
  if (units > MOST_UNITS) return aside('impossible-amount');
  // On other networks a tag means nothing.
  const tag = route.needs_tag ? deposit.tag : '';
  const owner = await tx
    .selectFrom('deposit_addresses')
    .innerJoin('users', 'users.id', 'deposit_addresses.user_id')
    .select(['users.id', 'users.deleted_at', 'users.currency_code'])
    .where('deposit_addresses.network', '=', network)
    .where('deposit_addresses.address', '=', address)
    .where('deposit_addresses.tag', '=', tag)
    .where('deposit_addresses.sandbox', '=', false)
    .forNoKeyUpdate('users')
    .executeTakeFirst();
  if (!owner) {
    if (!route.needs_tag) return aside('unknown-address');
    return aside(tag === '' ? 'missing-tag' : 'unknown-tag');
  }
  if (owner.deleted_at) return aside('deleted-customer');
  if (!isOffered(code, owner.currency_code)) return aside('not-offered');
  const least = parseUnits(route.min_deposit, scale);
  if (units === 0n || (least !== undefined && units < least)) return aside('below-minimum');
  return { kind: 'owned', userId: owner.id, currency: code, units, needed: route.confirmations };
}
