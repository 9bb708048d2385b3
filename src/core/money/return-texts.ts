import type { ReturnReason } from '#core/contract/money/withdrawal.ts';

/** Why a bank did not pay cash out or sent it back, as a clause. */
export const returnTexts: Readonly<Record<ReturnReason, string>> = {
  'account-closed': 'the account is closed',
  'no-such-account': 'the bank does not know this account',
  'other-name': 'the account belongs to another name',
  refused: 'the bank did not accept it',
};
