import { brand } from '#core/brand.ts';
import type { Mail } from './mail.ts';

/** Whom a mail goes to. The anti-phishing code they chose is quoted in every mail (SEC-03). */
export interface Recipient {
  readonly email: string;
  readonly antiPhishingCode?: string | null;
  /** Where to say “this wasn't me” (BEY-13). */
  readonly reportUrl?: string;
}

/** A code, and for how many minutes it is good. */
export interface CodeToTell {
  readonly code: string;
  readonly minutes: number;
}

function write(to: Recipient, subject: string, lines: readonly string[], code?: string): Mail {
  const proof = to.antiPhishingCode ? [`Your anti-phishing code: ${to.antiPhishingCode}`] : [];
  const text = [...lines, ...proof, brand.name].join('\n\n');
  return { to: to.email, subject, text, ...(code === undefined ? {} : { code }) };
}

const notYou = ({ reportUrl }: Recipient): string =>
  reportUrl
    ? `If this wasn't you, freeze withdrawals and sign out every device here:\n${reportUrl}`
    : `If this wasn't you, write to ${brand.supportEmail} now.`;

export const proveEmailMail = (to: Recipient, { code, minutes }: CodeToTell): Mail =>
  write(
    to,
    `${code} is your ${brand.name} code`,
    [
      `Your code is ${code}.`,
      `It confirms your email address and works once, for ${minutes} minutes.`,
      'If you did not ask for it, ignore this email.',
    ],
    code,
  );

export const resetPasswordMail = (to: Recipient, { code, minutes }: CodeToTell): Mail =>
  write(
    to,
    `${code} is your ${brand.name} code`,
    [
      `Your code is ${code}.`,
      `It changes your password and works once, for ${minutes} minutes. Nobody at ${brand.name} will ask you for it.`,
      'If you did not ask for it, ignore this email: your password stays as it is.',
    ],
    code,
  );

/** Sent instead of a code, so that the page's answer does not tell who is a customer. */
export const alreadyCustomerMail = (to: Recipient): Mail =>
  write(to, `You already have a ${brand.name} account`, [
    'Someone, perhaps you, tried to create an account with this email address. You already have one.',
    'Sign in with it, or reset your password if you have forgotten it.',
  ]);

export const changeEmailMail = (to: Recipient, { code, minutes }: CodeToTell): Mail =>
  write(
    to,
    `${code} is your ${brand.name} code`,
    [
      `Your code is ${code}.`,
      `It makes this the email address of your account and works once, for ${minutes} minutes. Nobody at ${brand.name} will ask you for it.`,
      'If you did not ask for it, ignore this email.',
    ],
    code,
  );

/** Sent instead of a code where an account has the address already. */
export const emailTakenMail = (to: Recipient): Mail =>
  write(to, `You already have a ${brand.name} account`, [
    'Someone, perhaps you, tried to give another account this email address. Yours has it already.',
    'To use it for the other account, delete this one first or change its email address.',
  ]);

const EMAIL_HOLD =
  'Other devices have been signed out. Withdrawals are held for 24 hours. Any not yet being sent are held too, and you can cancel them until then.';

/** To the address it was. The link of this mail brings it back. */
export const emailLeftMail = (to: Recipient): Mail =>
  write(to, 'Your email address was changed', [
    'Your account has a new email address. This one no longer signs you in, and this is the last email we send here.',
    EMAIL_HOLD,
    "If this wasn't you, the link below also gives your account this address back.",
    notYou(to),
  ]);

/** To the address that the account had for a while only. */
export const emailReturnedMail = (to: Recipient): Mail =>
  write(to, 'Your email address was changed back', [
    'Your account has its former email address again: the change was reported from there. Withdrawals are frozen and every device has been signed out.',
    notYou(to),
  ]);

/** To the address it is from here on. */
export const emailChangedMail = (to: Recipient): Mail =>
  write(to, 'Your email address was changed', [
    'This is now the email address of your account. Sign in with it from now on.',
    EMAIL_HOLD,
    notYou(to),
  ]);

export const passwordChangedMail = (to: Recipient): Mail =>
  write(to, 'Your password was changed', [
    'Your account password was changed. Your other devices have been signed out.',
    notYou(to),
  ]);

export const passwordResetMail = (to: Recipient): Mail =>
  write(to, 'Your password was reset', [
    'Your account password was reset. All devices have been signed out.',
    'Withdrawals are held for 24 hours. Any that were not yet being sent have been cancelled, and the money is back in your wallet.',
    notYou(to),
  ]);

const TWO_FACTOR_HOLD =
  'Withdrawals are held for 24 hours. Any not yet being sent are held too, and you can cancel them until then.';

export const twoFactorOnMail = (to: Recipient): Mail =>
  write(to, 'Two-factor authentication is on', [
    'From now on, signing in and withdrawing need a code from your authenticator app.',
    TWO_FACTOR_HOLD,
    notYou(to),
  ]);

export const twoFactorOffMail = (to: Recipient): Mail =>
  write(to, 'Two-factor authentication is off', [
    'Your account is now protected by its password alone.',
    TWO_FACTOR_HOLD,
    notYou(to),
  ]);

export const recoveryCodesMail = (to: Recipient): Mail =>
  write(to, 'You have new recovery codes', [
    'New recovery codes were made for your account. The old ones no longer work.',
    notYou(to),
  ]);

export const antiPhishingMail = (to: Recipient): Mail =>
  write(to, 'Your anti-phishing code was changed', [
    'From now on, every email from us will quote the code below.',
    notYou(to),
  ]);

export const newDeviceMail = (
  to: Recipient,
  signIn: { readonly device: string; readonly place: string; readonly at: string },
): Mail =>
  write(to, 'New sign-in to your account', [
    'Someone signed in to your account from a device we have not seen before.',
    [
      `Device: ${signIn.device}`,
      ...(signIn.place ? [`Place: ${signIn.place}`] : []),
      `Time: ${signIn.at}`,
    ].join('\n'),
    notYou(to),
  ]);

/** The answer to “this wasn't me”. */
export const frozenMail = (to: Recipient): Mail =>
  write(to, 'Withdrawals are frozen', [
    'You reported activity that was not yours. Withdrawals are frozen and every device has been signed out.',
    'Withdrawals that were not yet being sent have been cancelled, and the money is back in your wallet. Any already on their way cannot be recalled.',
    `Reset your password to a new one now: withdrawals open again 24 hours later. If you cannot sign in after that, write to ${brand.supportEmail}.`,
  ]);

/** `given`: what the customer gave up, because it was too little to be withdrawn. */
export const accountDeletedMail = (
  to: Recipient,
  given: readonly { readonly currency_id: string; readonly amount: string }[],
): Mail =>
  write(to, 'Your account was deleted', [
    ...(given.length > 0
      ? [
          `You gave up what was too little to withdraw: ${given
            .map(({ amount, currency_id }) => `${amount} ${currency_id}`)
            .join(', ')}.`,
        ]
      : []),
    'Your account and your personal details were removed. Records the law requires us to keep are kept for as long as it requires.',
    notYou(to),
  ]);

export const verificationMail = (to: Recipient, approved: boolean): Mail =>
  approved
    ? write(to, 'You are verified', ['Your identity check is complete.'])
    : write(to, 'Your identity check was not successful', [
        `Please contact ${brand.supportEmail} for assistance with your verification.`,
      ]);

export const withdrawalRequestedMail = (
  to: Recipient,
  withdrawal: { readonly amount: string; readonly currency: string; readonly address: string },
): Mail =>
  write(to, 'Withdrawal requested', [
    `You asked us to send ${withdrawal.amount} ${withdrawal.currency} to ${withdrawal.address}.`,
    notYou(to),
  ]);

interface WithdrawalFacts {
  readonly amount: string;
  readonly currency: string;
  readonly address: string;
}

export const withdrawalSentMail = (to: Recipient, withdrawal: WithdrawalFacts): Mail =>
  write(to, 'Withdrawal completed', [
    `${withdrawal.amount} ${withdrawal.currency} arrived at ${withdrawal.address}.`,
    notYou(to),
  ]);

/** Why a withdrawal was cancelled: its customer asked, or something happened before it was sent. */
export type CancelReason = 'asked' | 'reported' | 'password-reset' | 'verification';

const becauseOf: Readonly<Record<CancelReason, string>> = {
  asked: '',
  reported: ' because you reported activity that was not yours',
  'password-reset': ' because your password was reset',
  verification: ' because your identity check is no longer approved',
};

export const withdrawalCancelledMail = (
  to: Recipient,
  withdrawal: WithdrawalFacts,
  reason: CancelReason,
): Mail =>
  write(to, 'Withdrawal cancelled', [
    `The withdrawal of ${withdrawal.amount} ${withdrawal.currency} to ${withdrawal.address} was cancelled${becauseOf[reason]}. The amount and its fee are back in your wallet.`,
    notYou(to),
  ]);

export const withdrawalRefundedMail = (to: Recipient, withdrawal: WithdrawalFacts): Mail =>
  write(to, 'Withdrawal failed, and your money is back', [
    `The withdrawal of ${withdrawal.amount} ${withdrawal.currency} to ${withdrawal.address} could not be sent. The amount and its fee are back in your wallet.`,
  ]);

const bookChanges = {
  added: 'Your address book has a new entry',
  renamed: 'An entry in your address book was renamed',
  deleted: 'An entry in your address book was deleted',
} as const;

export const addressBookMail = (
  to: Recipient,
  change: keyof typeof bookChanges,
  entry: { readonly label: string; readonly target: string },
): Mail =>
  write(to, bookChanges[change], [
    `${bookChanges[change]}: ${entry.label}, ${entry.target}.`,
    notYou(to),
  ]);

export const depositMail = (
  to: Recipient,
  deposit: { readonly amount: string; readonly currency: string },
): Mail =>
  write(to, 'Your deposit has arrived', [
    `${deposit.amount} ${deposit.currency} was added to your balance.`,
  ]);

export const swapMail = (
  to: Recipient,
  swap: { readonly paid: string; readonly received: string },
): Mail => write(to, 'Your swap is done', [`You swapped ${swap.paid} for ${swap.received}.`]);

export const purchaseDoneMail = (to: Recipient): Mail =>
  write(to, 'Your purchase is complete', ['What you bought was added to your balance.']);

export const purchaseNotDoneMail = (to: Recipient): Mail =>
  write(to, 'Your purchase did not go through', ['Nothing was added to your balance.']);
