import type { SavedFiatAccount } from '#core/contract/address-book.ts';
import type { PayoutAccount } from '#core/contract/bank.ts';
import { accountText } from '#core/domain/bank-account.ts';
import { BANK_TRANSFER } from '#core/domain/cash.ts';
import { isSamePerson } from '#core/domain/person-name.ts';
import type { Deps } from '#server/deps.ts';
import { findUser, type UserRow } from '#server/services/users/users.ts';
import { readAddressBook } from './address-book.ts';
import { closedTo } from './address-book-only.ts';
import { familiarity } from './known-addresses.ts';

async function standingOf(
  deps: Deps,
  user: UserRow,
  account: SavedFiatAccount,
): Promise<PayoutAccount['standing']> {
  if (!isSamePerson({ first: user.first_name, last: user.last_name }, account.holder)) {
    return 'other-name';
  }
  const to = { network: BANK_TRANSFER, address: accountText(account), tag: '' };
  if (await closedTo(deps.db, user, to, deps.clock.now())) return 'waits';
  const { known, neverSent } = await familiarity(deps, user.id, to);
  if (known === 'new') return 'new';
  return neverSent ? 'saved' : 'known';
}

/** The saved bank accounts that receive a currency, and whether each can be used for cash out. */
export async function payoutAccounts(
  deps: Deps,
  userId: string,
  currency: string,
): Promise<PayoutAccount[]> {
  const user = await findUser(deps.db, userId);
  if (!user) return [];
  const { fiat } = await readAddressBook(deps.db, userId);
  const found: PayoutAccount[] = [];
  for (const account of fiat) {
    if (account.currency_id !== currency) continue;
    found.push({ ...account, standing: await standingOf(deps, user, account) });
  }
  return found;
}
