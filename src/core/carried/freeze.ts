import { freezeAccount } from '#core/contract/account/security.ts';
import { carried } from './carried.ts';

/** What came of a freeze, for the page that sets a new password. */
export const carriedFreeze = carried('frozen', freezeAccount.answer.entries.data);
