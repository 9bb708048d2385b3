import type { ReturnReason, Withdrawal } from '#core/contract/money/withdrawal.ts';

/**
 * What a customer can do about a withdrawal that we cancelled; undefined if screening refused it: saying more
 * than that it was not carried out could warn somebody under suspicion (KEEP-06).
 */
export const mendCancelled: Readonly<
  Record<NonNullable<Withdrawal['cancelled_for']>, string | undefined>
> = {
  reported:
    'Reset your password to open your account again. Withdrawals open 24 hours later, and you can ask for it once more.',
  'password-reset': 'Withdrawals open 24 hours after the reset. You can ask for it once more then.',
  verification:
    'Profile, Verification says what is missing. Once it is approved, you can ask for it once more.',
  refused: undefined,
  recipient:
    'Ask the recipient under which name their provider knows them, correct whose address it is in the review, and send it once more.',
  debt: 'Add money from your bank or sell something for cash: what is missing is taken from it first. Then ask for it once more.',
};

/** For a withdrawal that its network did not carry out. */
export const mendFailed =
  'Compare address and network with the recipient, then ask for it once more. If it fails again, write to us.';

/** For cash that the bank did not pay out or sent back. */
export const mendReturned: Readonly<Record<ReturnReason, string>> = {
  'account-closed':
    'Add another account of your own to the address book, and cash out to that one.',
  'no-such-account':
    'Compare the number with your bank, add the account to the address book once more, and cash out to that one.',
  'other-name':
    'Cash out to an account that is in your own name alone, as your identity check shows it.',
  refused: 'Ask your bank why, or cash out to another account of your own.',
};
