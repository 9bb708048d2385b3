import { brand } from '#core/brand.ts';
import type { WaysLeft } from '#core/contract/account/ways-in.ts';
import type { ReturnCause } from '#core/contract/money/payment.ts';
import type { ReturnReason, Withdrawal } from '#core/contract/money/withdrawal.ts';
import { isCashCode } from '#core/money/cash.ts';
import { formatCrypto, formatFiat, formatPrice } from '#core/money/format.ts';
import { mendCancelled, mendFailed, mendReturned } from '#core/money/mend-texts.ts';
import { ALL_COSTS, costsIn, FEE_NAME, feeOf } from '#core/money/purchase.ts';
import { returnTexts } from '#core/money/return-texts.ts';
import { operator } from '#core/operator.ts';
import { HELD_AFTER_RESET, OPEN_AFTER_RESET } from '#core/people/after-reset.ts';
import { RECOVERY_HOLD_HOURS, SECURITY_HOLD_HOURS } from '#core/people/hold-hours.ts';
import {
  FACTOR_REMOVED,
  PASSKEYS_REMOVED,
  STAFF_WAYS_IN,
  waysInText,
} from '#core/people/ways-in.ts';
import { oneLine } from '#core/text/one-line.ts';
import { formatDayInZone, formatMomentInZone } from '#core/time/date-text.ts';
import {
  FACTOR_IS_GONE,
  FACTOR_WILL_GO,
  HAS_ADDRESS,
  RECOVERY_STOPPED,
} from '#core/words/recovery.ts';
import {
  NEW_RECOVERY_CODES,
  NO_CODE_LEFT,
  ONE_CODE_LEFT,
  OPEN_AGAIN,
  RECOVERY_CODE_USED,
  TWO_FACTOR_IS_ON,
} from '#core/words/security.ts';
import { GET_BACK_IN } from '#core/words/titles.ts';
import { BECAUSE_OF_RESET, BECAUSE_REPORTED, PASSWORD_WAS_RESET } from '#core/words/way-out.ts';
import { blockOf, facts, letterText, note, type Paragraph, press } from './letter.ts';
import type { Mail } from './mail.ts';
import { quoted } from './quoted.ts';

/** The recipient of a mail. Every mail quotes their anti-phishing code (SEC-03). */
export interface Recipient {
  readonly email: string;
  /** The zone of their days; UTC if it is not known whose mail it is. */
  readonly timeZone?: string;
  readonly antiPhishingCode?: string | null;
  /** The link “This wasn’t me” (BEY-13). */
  readonly reportUrl?: string;
}

/** A code and its validity in minutes. */
export interface CodeToTell {
  readonly code: string;
  readonly minutes: number;
}

/** The recipient's day, with its zone (HARD-76). */
const dayFor = ({ timeZone = 'UTC' }: Pick<Recipient, 'timeZone'>, at: number): string =>
  formatDayInZone(at, timeZone);

/** The recipient's minute, with the zone it is told in, and the same in UTC (U27). */
const momentFor = ({ timeZone = 'UTC' }: Pick<Recipient, 'timeZone'>, at: Date | number): string =>
  formatMomentInZone(Number(at), timeZone);

interface MailHighlights {
  readonly code?: string;
  /** What the mail is about, if not its code: an amount. */
  readonly main?: string;
}

function write(
  to: Recipient,
  subject: string,
  paragraphs: readonly Paragraph[],
  { code, main = code }: MailHighlights = {},
): Mail {
  const proof = to.antiPhishingCode ? [`Your anti-phishing code: ${to.antiPhishingCode}`] : [];
  const blocks = [...paragraphs, ...proof].map(blockOf);
  return {
    to: to.email,
    subject: oneLine(subject),
    text: letterText([...blocks, blockOf(brand.name)]),
    letter: { blocks, ...(main === undefined ? {} : { main: oneLine(main) }) },
    ...(code === undefined ? {} : { code }),
    ...(to.reportUrl === undefined ? {} : { urgent: true }),
  };
}

const notYou = ({ reportUrl }: Recipient): Paragraph =>
  reportUrl
    ? press(
        "If this wasn't you, freeze your account here. Nothing in it moves then, and every device is signed out:",
        reportUrl,
        'This wasn’t me',
        true,
      )
    : `If this wasn't you, write to ${operator.supportEmail} now.`;

export const proveEmailMail = (to: Recipient, { code, minutes }: CodeToTell): Mail =>
  write(
    to,
    `${code} is your ${brand.name} code`,
    [
      `Your code is ${code}.`,
      `It confirms your email address and works once, for ${minutes} minutes.`,
      'If you did not ask for it, ignore this email.',
    ],
    { code },
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
    { code },
  );

/** The first mail of a new account: what it is there for, and what to do if somebody else made it. */
export const newAccountMail = (to: Recipient): Mail =>
  write(to, `Your ${brand.name} account is there`, [
    `An account with this email address was created. Sign in with it and the password you chose; nobody at ${brand.name} will ask you for that password.`,
    'Two-factor authentication and passkeys protect it best: both are under Profile, Security.',
    `If it was not you, write to ${operator.supportEmail}.`,
  ]);

/** Sent instead of a code, so that the page does not reveal who is a customer. */
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
    { code },
  );

/** Sent instead of a code if another account has the address already. */
export const emailTakenMail = (to: Recipient): Mail =>
  write(to, `You already have a ${brand.name} account`, [
    'Someone, perhaps you, tried to give another account this email address. Yours has it already.',
    'To use it for the other account, delete this one first or change its email address.',
  ]);

const EMAIL_HOLD = `Other devices have been signed out. Withdrawals are held for ${SECURITY_HOLD_HOURS} hours. Any not yet being sent are held too, and you can cancel them until then.`;

/** To the former address. The link in this mail restores it. */
export const emailLeftMail = (to: Recipient): Mail =>
  write(to, 'Your email address was changed', [
    'Your account has a new email address. This one no longer signs you in, and this is the last email we send here.',
    EMAIL_HOLD,
    "If this wasn't you, the link below also gives your account this address back.",
    notYou(to),
  ]);

/** To the address that the account had for a while. */
export const emailReturnedMail = (to: Recipient): Mail =>
  write(to, 'Your email address was changed back', [
    'Your account has its former email address again: the change was reported from there. Withdrawals are frozen and every device has been signed out.',
    notYou(to),
  ]);

/** To the new address. */
export const emailChangedMail = (to: Recipient): Mail =>
  write(to, 'Your email address was changed', [
    'This is now the email address of your account. Sign in with it from now on.',
    EMAIL_HOLD,
    notYou(to),
  ]);

/** The ways in after a change of the password; for staff, the password alone is none (HARD-64, HARD-65). */
interface WaysFacts {
  readonly staff: boolean;
  readonly ways: WaysLeft;
}

const waysLine = (to: Pick<Recipient, 'timeZone'>, { staff, ways }: WaysFacts): string =>
  staff ? STAFF_WAYS_IN : waysInText(ways, (instant) => dayFor(to, Date.parse(instant)));

export const passwordChangedMail = (to: Recipient, facts: WaysFacts): Mail =>
  write(to, 'Your password was changed', [
    'Your account password was changed. Your other devices have been signed out.',
    waysLine(to, facts),
    notYou(to),
  ]);

const AFTER_RESTORE =
  'Our records had been restored from an earlier copy, in which what you did shortly before may be missing. So your passkeys were removed and your recurring buys are paused: add and continue what you want. Please look through your saved recipients, security settings and newest transactions, too.';

/** What a reset did besides. */
interface AfterReset extends WaysFacts {
  /** By it the customer confirmed an account that rested on an older copy of the books (HARD-82). */
  readonly restored: boolean;
  /** Recipients of the last days count as new again. */
  readonly recipients: boolean;
  /** Nothing but a mailed code was shown for it (READ-14). */
  readonly mailboxAlone: boolean;
}

const RECIPIENTS_NEW =
  'Recipients that were saved or sent to lately count as new. Look through your address book: delete what is not yours, and save again what is.';

const MAILBOX_ALONE =
  'To confirm a transfer by email, or to change how you sign in, sign in with a passkey or on a device you used before, or confirm under Profile, Verification that it is you: this mailbox alone is not enough.';

export const passwordResetMail = (
  to: Recipient,
  { restored, recipients, mailboxAlone, ...facts }: AfterReset,
): Mail =>
  write(to, PASSWORD_WAS_RESET, [
    'Your account password was reset. All devices have been signed out.',
    ...(restored ? [AFTER_RESTORE] : []),
    ...(facts.ways.factorRemoved ? [FACTOR_REMOVED] : []),
    ...(facts.ways.passkeysRemoved ? [PASSKEYS_REMOVED] : []),
    ...(recipients ? [RECIPIENTS_NEW] : []),
    waysLine(to, facts),
    ...(mailboxAlone ? [MAILBOX_ALONE] : []),
    `${mailboxAlone ? `From now on, ${HELD_AFTER_RESET}` : `Withdrawals are held for ${SECURITY_HOLD_HOURS} hours.`} Any that were not yet being sent have been cancelled, and the money is back in your wallet.`,
    notYou(to),
  ]);

const TWO_FACTOR_HOLD = `Withdrawals are held for ${SECURITY_HOLD_HOURS} hours. Any not yet being sent are held too, and you can cancel them until then.`;

/** `held`: withdrawals are on hold because of it. The link in this mail also removes the new factor. */
export const twoFactorOnMail = (to: Recipient, held: boolean): Mail =>
  write(to, TWO_FACTOR_IS_ON, [
    'From now on, signing in and withdrawing need a code from your authenticator app. Your other devices have been signed out.',
    ...(held ? [TWO_FACTOR_HOLD] : []),
    'For seven days, the link below also turns it off again, in case it is not your authenticator app.',
    notYou(to),
  ]);

export const passkeyAddedMail = (to: Recipient, name: string, held: boolean): Mail =>
  write(to, 'A passkey was added', [
    `The passkey ${quoted(name)} now signs you in, without your password and without a code. Your other devices have been signed out.`,
    ...(held ? [TWO_FACTOR_HOLD] : []),
    'For seven days, the link below also removes it again, in case it is not yours.',
    notYou(to),
  ]);

export const passkeyRenamedMail = (
  to: Recipient,
  { from, to: name }: { readonly from: string; readonly to: string },
): Mail =>
  write(to, 'A passkey was renamed', [
    `Your passkey ${quoted(from)} is now called ${quoted(name)}.`,
    notYou(to),
  ]);

export const passkeyRemovedMail = (to: Recipient, name: string): Mail =>
  write(to, 'A passkey was removed', [
    `The passkey ${quoted(name)} no longer signs you in.`,
    notYou(to),
  ]);

export const twoFactorOffMail = (to: Recipient): Mail =>
  write(to, 'Two-factor authentication is off', [
    'Your account is now protected by its password alone.',
    ...(to.antiPhishingCode
      ? ['This is the last email with your anti-phishing code, until you turn it on again.']
      : []),
    TWO_FACTOR_HOLD,
    notYou(to),
  ]);

export const recoveryCodesMail = (to: Recipient): Mail =>
  write(to, NEW_RECOVERY_CODES, [
    'New recovery codes were made for your account. The old ones no longer work.',
    notYou(to),
  ]);

const codesLeft = (left: number): string =>
  left === 0 ? NO_CODE_LEFT : left === 1 ? ONE_CODE_LEFT : `${left} are left.`;

/** A recovery code was used in place of the authenticator app. */
export const recoveryCodeUsedMail = (to: Recipient, left: number): Mail =>
  write(to, RECOVERY_CODE_USED, [
    `One of your recovery codes was used in place of your authenticator app. ${codesLeft(left)}`,
    'If you have lost your phone: open Profile, Security in the app. Sign the lost device out, move two-factor authentication to the phone you have now, and keep the new recovery codes.',
    notYou(to),
  ]);

/** A code was used to begin moving the second factor, which counts for ten minutes (READ-08). */
export const twoFactorProposedMail = (to: Recipient): Mail =>
  write(to, 'Someone began to move two-factor authentication', [
    'A code of yours was used to set up another authenticator app. Until its first code is entered, the one you have counts as before; ten minutes from now that is over.',
    "If this wasn't you, somebody has a code of yours and is signed in to your account.",
    notYou(to),
  ]);

/** `held`: withdrawals are on hold because of it. The link in this mail also turns the moved factor off. */
export const twoFactorMovedMail = (to: Recipient, held: boolean): Mail =>
  write(to, 'Two-factor authentication was moved', [
    'From now on, the codes of another authenticator app count. Those of the one before, and the recovery codes you had, no longer do. Your other devices have been signed out.',
    ...(held ? [TWO_FACTOR_HOLD] : []),
    'For seven days, the link below also turns it off again, in case it is not your authenticator app.',
    notYou(to),
  ]);

/** Why no recovery can begin although somebody asked for one. */
export type NoRecovery = 'off' | 'frozen' | 'unverified' | 'staff';

const noRecovery: Readonly<Record<NoRecovery, string>> = {
  off: 'Two-factor authentication is off, so nothing needs to be recovered: your email address and your password sign you in. Reset the password if you have forgotten it.',
  frozen:
    'Your account is frozen. First reset your password to a new one; then ask for the recovery again.',
  unverified: `We recover an account by checking that you are the person who was verified, and nobody was verified for this one. Write to ${operator.supportEmail} from this address.`,
  staff: 'For an administrator, whoever operates the server removes the second factor.',
};

/** A recovery, as its page and its mails describe it. */
interface RecoveryToTell {
  readonly url: string;
  /** Hours between the identity check and the removal of the second factor. */
  readonly hours: number;
}

/** To a customer who says that phone and recovery codes are lost. */
export const recoveryLinkMail = (to: Recipient, { url, hours }: RecoveryToTell): Mail =>
  write(to, GET_BACK_IN, [
    press(
      'Someone, hopefully you, told us that phone and recovery codes are lost. Open this link to go on:',
      url,
      'Get back in',
    ),
    `There you show your identity document and your face once more. ${hours} hours after that, two-factor authentication is turned off, and your password alone signs you in.`,
    'If you did not ask for it, do nothing: without you the check is not passed. Somebody else may be able to read your email, though, so change its password.',
  ]);

export const noRecoveryMail = (to: Recipient, why: NoRecovery): Mail =>
  write(to, GET_BACK_IN, [
    'Someone, hopefully you, told us that phone and recovery codes are lost.',
    noRecovery[why],
    'If you did not ask for it, ignore this email: nothing was changed.',
  ]);

/** To the address that an operator is to give an account (READ-07). */
export const addressCheckMail = (to: Recipient, url: string): Mail =>
  write(to, 'Show that the account is yours', [
    press(
      'You asked us to give your account this address. Open this link to go on:',
      url,
      'Show that it is mine',
    ),
    'There you show your identity document and your face once more. Then two people here look at it before the account gets this address.',
    'If you did not ask for it, ignore this email: without you nothing changes.',
  ]);

/** To the address that the account has while that is asked for. */
export const addressAskedMail = (to: Recipient): Mail =>
  write(to, 'Someone asks for your account with another address', [
    'Someone wrote to us that this account is theirs and that they cannot read this mailbox. Nothing has changed: first they have to pass the identity check as the person who was verified for it.',
    `If it is not you, write to ${operator.supportEmail} from this address today.`,
  ]);

/** To the same, once two of our staff have agreed. Its link freezes the account and stops it; there is none a second time. */
export const addressGoesMail = (to: Recipient): Mail =>
  write(to, 'In three days your account has another address', [
    'The person who was verified for this account, or has its name and date of birth, passed the identity check, and two people here agreed to give it the address that they asked for. Withdrawals are held.',
    ...(to.reportUrl
      ? ['If it is not you, stop it with the link below.']
      : ['It was stopped once from this address, and looked at again since.']),
    notYou(to),
  ]);

/** To the address that the account had. */
export const addressLostMail = (to: Recipient): Mail =>
  write(to, 'Your account has another address', [
    `The person who was verified for this account passed the identity check and asked for another address. This one no longer signs in, every device was signed out, and withdrawals are held for ${RECOVERY_HOLD_HOURS} hours.`,
    `If it was not you, write to ${operator.supportEmail} from this address at once.`,
  ]);

/** To the new address. */
export const addressGivenMail = (to: Recipient): Mail =>
  write(to, HAS_ADDRESS, [
    'You passed the identity check, and your account has this address. Every device was signed out, passkeys were removed, and withdrawals that waited were cancelled.',
    `Choose “Forgot password?” and set a new password, and sign in with it. Withdrawals open ${RECOVERY_HOLD_HOURS} hours after this email.`,
    'If two-factor authentication asks for a code that you do not have, choose “I have lost my phone and my codes” there.',
  ]);

/** At once and then daily while a recovery waits. */
export const recoveryWaitsMail = (
  to: Recipient,
  { url, due }: { readonly url: string; readonly due: Date },
): Mail => ({
  ...write(to, FACTOR_WILL_GO, [
    `Somebody with access to this mailbox passed the identity check of your account. Two-factor authentication is turned off on ${momentFor(to, due)}, every device is signed out, and withdrawals are held for ${RECOVERY_HOLD_HOURS} hours after that.`,
    'If it is you, there is nothing to do until then.',
    press(
      'If it is not you, stop it here, or on any device that is signed in:',
      url,
      'Stop it',
      true,
    ),
    'Then change the password of your email: somebody else can read it.',
  ]),
  urgent: true,
});

/** Who stopped a recovery. */
export type RecoveryStopper = 'device' | 'mail' | 'change' | 'staff' | 'check';

const stoppers: Readonly<Record<RecoveryStopper, string>> = {
  device: 'The recovery of your account was stopped on a device that is signed in.',
  mail: 'The recovery of your account was stopped from an email.',
  change:
    'The recovery of your account was stopped, because somebody with your second factor changed how you sign in.',
  staff: 'Our staff stopped the recovery of your account.',
  check:
    'The recovery of your account was stopped, because the identity check that it rests on no longer counts.',
};

export const recoveryStoppedMail = (to: Recipient, by: RecoveryStopper): Mail =>
  write(to, RECOVERY_STOPPED, [
    `${stoppers[by]} Two-factor authentication stays on.`,
    'If you stopped it, because you did not start it, change the password of your email now.',
    'If you started it and somebody else stopped it, reset your password: that signs every device out. Then choose “I have lost my phone and my codes” once more.',
    notYou(to),
  ]);

const AFTER_FACTOR = `Every device has been signed out, and withdrawals are held for ${RECOVERY_HOLD_HOURS} hours. Any not yet being sent are held too, and you can cancel them until then.`;

export const recoveryDoneMail = (to: Recipient): Mail =>
  write(to, FACTOR_IS_GONE, [
    `You have your account back: sign in with your password. ${AFTER_FACTOR}`,
    'Turn two-factor authentication on again on the phone you have now, and keep its recovery codes.',
    notYou(to),
  ]);

/** An identity check stood for another factor beside the mailbox (READ-14). */
export const confirmedByIdentityMail = (to: Recipient): Mail =>
  write(to, 'Your identity was checked once more', [
    'After your password was reset by email, somebody who passed your identity check has the account. Codes that we mail count again, and ways to sign in can be changed.',
    `Withdrawals are held for ${RECOVERY_HOLD_HOURS} hours. Any not yet being sent are held too, and you can cancel them until then.`,
    notYou(to),
  ]);

/** An identity check after a reset by email was passed with a document that is not the customer's (HARD-98). */
export const notConfirmedMail = (to: Recipient): Mail =>
  write(to, 'An identity check did not show that it is you', [
    'After your password was reset by email, somebody made an identity check in your account. Its document was not found to be yours, so the check counts for nothing.',
    'If it was you, sign in and open Profile, Verification: you can make another check there, with your own document.',
    notYou(to),
  ]);

/** The operator removed the factor for a customer who asked for it. */
export const factorRemovedMail = (to: Recipient, staff: boolean): Mail =>
  write(to, FACTOR_IS_GONE, [
    staff
      ? 'The operator of the server removed it at your request. Every device has been signed out. Ask the operator for the code with which you sign in and set up another one.'
      : `Our staff removed it at your request: your password alone signs you in. ${AFTER_FACTOR}`,
    'Turn it on again on the phone you have now, and keep its recovery codes.',
    notYou(to),
  ]);

export const sessionsEndedMail = (to: Recipient): Mail =>
  write(to, 'Your devices were signed out', [
    'Our staff signed every device of your account out. Sign in again with your password.',
    `If you did not ask for it and want to know why, write to ${operator.supportEmail}.`,
  ]);

/** An account of staff that was frozen is open again (HARD-65). */
export const staffOpenedMail = (to: Recipient): Mail =>
  write(to, OPEN_AGAIN, [
    'The operator of the server opened your frozen account. Choose “Forgot password” now and set a new one: somebody else may know the current one.',
    'Your second factor is still needed to sign in.',
  ]);

export const antiPhishingMail = (to: Recipient): Mail =>
  write(to, 'Your anti-phishing code was changed', [
    'From now on, every email from us will quote the code below.',
    notYou(to),
  ]);

/** `until`: the end of the longest hold, which may be an earlier one. */
export const waysOutSlowedMail = (to: Recipient, until: Date): Mail =>
  write(to, 'Every way out of your account is slowed', [
    `You asked for it. No withdrawal and no cash out leaves before ${momentFor(to, until)}, including any not yet being sent, which you can cancel until then. Selling and swapping go on.`,
    `Nobody can shorten it: not you, not somebody in your account, and not ${brand.name}. Whoever asks you to move your money somewhere “safe” is not us.`,
    notYou(to),
  ]);

export const addressBookOnlyMail = (to: Recipient, until: Date | undefined): Mail =>
  until
    ? write(to, '“Address book only” will be turned off', [
        `From ${momentFor(to, until)} on, withdrawals can go to any address again. Until then you can keep it on in Security.`,
        notYou(to),
      ])
    : write(to, '“Address book only” is on', [
        'Withdrawals go to the recipients in your address book alone. One that you add counts after 24 hours, and turning this off takes 24 hours.',
        notYou(to),
      ]);

/** `text`: the sentence about the price. */
export const priceAlertMail = (to: Recipient, text: string): Mail =>
  write(to, text.replace(/\.$/, ''), [
    text,
    `The alert rests now. You find it on the asset's page in ${brand.name}, where you can set another.`,
  ]);

/** `text`: the sentence about the skipped buy and the reason. */
export const buySkippedMail = (to: Recipient, text: string): Mail =>
  write(to, text.split(':')[0] ?? text, [
    text,
    'Nothing was bought and nothing is made up for: it goes on with its next day.',
  ]);

export const ownDataMail = (to: Recipient): Mail =>
  write(to, 'Your data was downloaded', [
    'A file with everything that we store about you was downloaded from your account.',
    'Keep it where nobody else finds it: it names your addresses and all your transactions.',
    notYou(to),
  ]);

export const newDeviceMail = (
  to: Recipient,
  signIn: { readonly device: string; readonly place: string; readonly at: number },
): Mail =>
  write(to, 'New sign-in to your account', [
    'Someone signed in to your account from a device we have not seen before.',
    facts(['Device', signIn.device], ...(signIn.place ? [['Place', signIn.place] as const] : []), [
      'Time',
      momentFor(to, signIn.at),
    ]),
    notYou(to),
  ]);

/** What a freeze did, for the customer. */
export interface FreezeFacts {
  /** Whether only the operator opens the account again (HARD-65). */
  readonly staff: boolean;
  readonly stopped: readonly WithdrawalFacts[];
  /** Withdrawals that had been sent already. */
  readonly gone: readonly WithdrawalFacts[];
  /** The second factor: none, removed as a new one, or kept as an old one. */
  readonly factor: 'none' | 'removed' | 'kept';
  /** A waiting recovery or change of address was stopped. */
  readonly recoveryStopped: boolean;
  /** Recipients of the last days count as new again (READ-14). */
  readonly recipients: boolean;
  /** The ways in that are left once there is a new password. */
  readonly ways: WaysLeft;
  /** Another account has the former address now: it is restored as soon as it is free. */
  readonly addressTaken: boolean;
  /** Recurring buys that are skipped until the owner is back, each in words. */
  readonly buys: readonly string[];
  /** The zone of the customer's days. */
  readonly timeZone?: string;
}

interface Coins {
  readonly amount: string;
  readonly currency: string;
}

/** An amount as the app shows it, with a plain space, which every mail program knows. */
const coins = ({ amount, currency }: Coins): string => oneLine(formatCrypto(amount, currency));

const listOf = (withdrawals: readonly WithdrawalFacts[]): string =>
  withdrawals.map((one) => `${coins(one)} to ${one.address}`).join('\n');

/** A sentence or short list for each effect of a freeze. */
export const freezeLines = (facts: FreezeFacts): readonly string[] => [
  ...(facts.stopped.length > 0
    ? [
        `These withdrawals have been cancelled, and the money is back in your wallet:\n${listOf(facts.stopped)}`,
      ]
    : ['No withdrawal was waiting to be sent.']),
  ...(facts.gone.length > 0
    ? [`These were on their way already, and cannot be recalled:\n${listOf(facts.gone)}`]
    : []),
  ...(facts.buys.length > 0
    ? [`These recurring buys are skipped until you are back:\n${facts.buys.join('\n')}`]
    : []),
  ...(facts.factor === 'removed'
    ? ['Two-factor authentication, which was turned on lately, was turned off again.']
    : []),
  ...(facts.factor === 'kept'
    ? [
        `Two-factor authentication stays on. If it is not yours, open the link in the email “Two-factor authentication is on”, or choose “I have lost my phone and my codes” when you sign in.`,
      ]
    : []),
  ...(facts.ways.passkeysRemoved ? [PASSKEYS_REMOVED] : []),
  ...(facts.recoveryStopped ? ['The recovery that was under way was stopped.'] : []),
  ...(facts.recipients ? [RECIPIENTS_NEW] : []),
  `Nobody can sign in ${facts.staff ? 'now' : 'until there is a new password'}. ${waysLine(facts, facts)}`,
];

/** The answer to “This wasn’t me”. It has a link only if the address cannot be restored yet. */
export const frozenMail = (to: Recipient, facts: FreezeFacts): Mail =>
  write(to, 'Your account is frozen', [
    'You reported activity that was not yours. Every device has been signed out, the password no longer signs anybody in, and nothing moves until you are back.',
    // A heading and the rows of its list, each on its own line.
    ...freezeLines(facts).map((line) => line.split('\n')),
    ...(facts.addressTaken
      ? [
          press(
            'Another account has this email address now. Delete that one, then open this link: it gives your account its address back.',
            `${to.reportUrl}`,
            'Give my address back',
          ),
        ]
      : []),
    facts.staff
      ? 'Ask the operator of the server to open the account again: an email cannot.'
      : `Reset your password to a new one now, and sign in with it. ${OPEN_AFTER_RESET} If you cannot sign in after that, write to ${operator.supportEmail}.`,
  ]);

/** `given`: balances too small to be withdrawn, which the customer gave up. `owed`: what is still owed, in words. */
export const accountDeletedMail = (
  to: Recipient,
  given: readonly { readonly currency_id: string; readonly amount: string }[],
  owed: string | undefined,
  returns: string | undefined,
): Mail =>
  write(to, 'Your account was deleted', [
    ...(given.length > 0
      ? [
          `You gave up what was too little to withdraw: ${given
            .map(({ amount, currency_id }) => coins({ amount, currency: currency_id }))
            .join(', ')}.`,
        ]
      : []),
    ...(owed === undefined ? [] : [owed]),
    ...(returns === undefined ? [] : [returns]),
    'Your account and your personal details were removed. Records the law requires us to keep are sealed away, and erased when their time is over.',
    notYou(to),
  ]);

/** What comes for an account after it was closed, and what became of it (HARD-51). */
export interface ClosedMoneyNews extends Coins {
  readonly kind: 'came' | 'paid' | 'refunded' | 'booked';
  readonly cause: 'payout' | 'withdrawal' | 'card' | 'left';
  /** By when officers decide. */
  readonly due: number;
}

const cameTexts: Readonly<Record<ClosedMoneyNews['cause'], (what: string) => string>> = {
  payout: (what) =>
    `Your account here is closed, and a bank has returned a payout of yours since: ${what}, its fee included.`,
  withdrawal: (what) =>
    `Your account here is closed, and a withdrawal of yours could not be sent: ${what}, its fee included.`,
  card: (what) =>
    `Your account here is closed, and a card payment of yours was settled since. It bought ${what}.`,
  left: (what) => `Your account here is closed, and still had ${what}.`,
};

export function closedMoneyMail(to: Recipient, news: ClosedMoneyNews): Mail {
  const what = coins(news);
  const wrong = `If you think that this is wrong, write to ${operator.supportEmail}.`;
  switch (news.kind) {
    case 'came':
      return write(to, 'Money came for your closed account', [
        cameTexts[news.cause](what),
        isCashCode(news.currency)
          ? `Write to ${operator.supportEmail}: tell us a bank account in your own name that it can be paid to.`
          : `Write to ${operator.supportEmail}: tell us an address of your own that it can be sent to.${news.cause === 'card' ? ' If you would rather have your payment back on your card, say so.' : ''}`,
        `It is kept for you, nothing is deducted for it, and two of our officers decide about it by ${dayFor(to, news.due)}.`,
      ]);
    case 'paid':
      return write(to, 'Money of your closed account was paid to you', [
        `${what} that came for your closed account has arrived where two of our officers had it sent.`,
        wrong,
      ]);
    case 'refunded':
      return write(to, 'Your card payment goes back', [
        `The card payment that bought ${what} after your account was closed goes back to your card.`,
        wrong,
      ]);
    case 'booked':
      return write(to, 'Money of your closed account was not paid', [
        `${what} came for your closed account. Two of our officers found nobody that it could be paid to, and booked it as ours; where a law on unclaimed money says otherwise, it is dealt with as that law says.`,
        wrong,
      ]);
  }
}

/** A deposit came to an address of a closed account; it is credited to nobody. */
export const closedDepositMail = (to: Recipient, deposit: Coins): Mail =>
  write(to, 'A deposit came for your closed account', [
    `${coins(deposit)} were sent to an address that your account here had. The account is closed, so nobody was credited.`,
    `Write to ${operator.supportEmail}: say who sent it, and where it can be returned to. Two of our officers decide about it.`,
    'Please send nothing more to that address.',
  ]);

/** The result of an identity check. `comment`: the reviewer's words to the customer. */
export type IdentityNews =
  | { readonly kind: 'approved' | 'rejected' }
  | { readonly kind: 'asked' | 'revoked'; readonly comment: string | undefined };

export function verificationMail(to: Recipient, news: IdentityNews): Mail {
  switch (news.kind) {
    case 'approved':
      return write(to, 'You are verified', ['Your identity check is complete.']);
    case 'rejected':
      return write(to, 'Your identity check was not successful', [
        `Please contact ${operator.supportEmail} for assistance with your verification.`,
      ]);
    case 'asked':
      return write(to, 'Your identity check needs something from you', [
        ...(news.comment ? [`The reviewer writes: ${news.comment}`] : []),
        'Sign in and open Profile, Verification to go on. Nothing you have sent is lost.',
      ]);
    case 'revoked':
      return write(to, 'Your identity has to be verified again', [
        ...(news.comment ? [`The reviewer writes: ${news.comment}`] : []),
        'Until then you cannot withdraw. Your money is safe. Withdrawals that were waiting are back in your wallet.',
        'Sign in and open Profile, Verification to go on.',
      ]);
  }
}

/** `popup`: the text of the app's dialog; `due`: when the update is or was due. */
export const dataUpdateMail = (
  to: Recipient,
  news: { readonly popup: string; readonly due: number; readonly limited: boolean },
): Mail =>
  write(to, news.popup.replace(/\.$/, ''), [
    news.limited
      ? `Your data was due for an update on ${dayFor(to, news.due)}. Until it is updated, you can only sell, cash out and withdraw.`
      : `The law obliges us to keep what we know about you up to date. Your data is due for an update on ${dayFor(to, news.due)}.`,
    'Sign in and open Profile, Verification. You need photo ID and a camera, and it takes about five minutes.',
    news.limited
      ? 'Everything works again at once when it is done. Your money is safe.'
      : 'If it is not updated within 3 months of that day, you can only sell, cash out and withdraw until it is.',
  ]);

/** `popup`: the text of the app's dialog; `from`: when the account becomes limited. */
export const taxResidenceMail = (
  to: Recipient,
  news: {
    readonly popup: string;
    readonly from: number;
    readonly limited: boolean;
    /** What is missing: where they pay tax, or a number that was to follow. */
    readonly asks: 'residence' | 'number';
  },
): Mail =>
  write(to, news.popup.replace(/\.$/, ''), [
    news.limited
      ? news.asks === 'number'
        ? 'You stated where you pay tax, and that your tax number follows. Until you add it, you can only sell, cash out and withdraw.'
        : 'We asked you where you pay tax and have not heard from you. Until you state it, you can only sell, cash out and withdraw.'
      : news.asks === 'number'
        ? 'You stated where you pay tax, and that your tax number follows. The law obliges us to ask every customer for it.'
        : 'The law obliges us to ask every customer in which countries they pay tax, and for their tax numbers there.',
    'Sign in and open Profile, Verification. It takes a minute. We never ask for a tax number by mail or telephone.',
    news.limited
      ? 'Everything works again at once when it is done. Your money is safe.'
      : `If we have no answer by ${dayFor(to, news.from)}, you can only sell, cash out and withdraw from then on until we have it.`,
  ]);

/** The facts of a business relationship that we end (KEEP-12). */
export interface EndingNews {
  readonly kind:
    | 'notice'
    | 'at-once'
    | 'underage'
    | 'called-off'
    | 'ended'
    | 'reminder'
    | 'forfeited'
    | 'closed';
  readonly ends: Date;
  /** The last moment for the customer to withdraw. */
  readonly until: Date;
  /** What is still owed, in words. */
  readonly owed?: string | undefined;
  /** Which payouts may still come back, in words. */
  readonly returns?: string | undefined;
}

export function endingMail(to: Recipient, news: EndingNews): Mail {
  const { kind, ends, until, owed, returns } = news;
  const debt = [owed, returns].filter((text) => text !== undefined);
  const [end, last] = [dayFor(to, ends.getTime()), dayFor(to, until.getTime())];
  const open = `Until ${last} you can sign in, sell, cash out and withdraw everything you hold. Nothing else can be done: no buying, no swapping, no new deposits.`;
  const lost = `Where the law permits, what has not been taken by ${last} is forfeited. We remind you three times before.`;
  const help =
    'If you cannot withdraw by yourself, answer this mail: tell us an address or account of your own.';
  switch (kind) {
    case 'notice':
      return write(to, `We end our agreement with you on ${end}`, [
        `With two months’ notice we end our agreement with you on ${end}. Until then your account works as before.`,
        `After that, what is under way is carried out. ${open}`,
        lost,
        help,
      ]);
    case 'at-once':
    case 'ended':
      return write(to, 'Our agreement with you has ended', [
        `Our agreement with you ended on ${end}. What is under way is carried out.`,
        open,
        lost,
        help,
      ]);
    case 'underage':
      return write(to, 'Your profile was closed: you are under 18', [
        `The document of your identity check says that you are not 18 yet. Our terms allow nobody younger, so our agreement with you ended on ${end}. What is under way is carried out.`,
        open,
        lost,
        `${help} If the date in your document was read wrongly, answer this mail, too.`,
      ]);
    case 'called-off':
      return write(to, 'Our agreement with you goes on', [
        `We take back our notice: our agreement does not end on ${end}, and your account works as before.`,
      ]);
    case 'reminder':
      return write(to, `Take what you hold by ${last}`, [
        `Our agreement with you ended on ${end}, and your account still holds something or is still open.`,
        open,
        `Where the law permits, what has not been taken by ${last} is forfeited.`,
        help,
      ]);
    case 'forfeited':
      return write(to, 'Your account was closed', [
        `What your account held was not taken by ${last} and is forfeited; where a law on unclaimed money says otherwise, it is dealt with as that law says. Your account is closed; what the law has us keep is sealed away.`,
        ...debt,
        'If you think that this is wrong, answer this mail.',
      ]);
    case 'closed':
      return write(to, 'Your account was closed', [
        `Our agreement with you ended on ${end}, and your account held nothing more. It is closed; what the law has us keep is sealed away.`,
        ...debt,
      ]);
  }
}

export const termsMail = (
  to: Recipient,
  news: { readonly version: string; readonly from: Date; readonly changes: readonly string[] },
): Mail => {
  const day = dayFor(to, news.from.getTime());
  return write(to, `Our terms change on ${day}`, [
    `From ${day} on, version ${news.version} of our Terms and Conditions counts between you and us.`,
    ...(news.changes.length > 0 ? ['What is new:'] : []),
    ...news.changes,
    'The whole text, and the version that counts until then, are in the app under Profile, Account.',
    `If you do not agree, you can close your account free of charge before that day, under Profile, Security. Otherwise the new version applies to you from ${day}.`,
  ]);
};

/**
 * No amount: mails can be read on their way and in mailboxes, and whoever reads one must not learn what there
 * is to take. The statement opens after a sign-in.
 */
export const quarterStatementMail = (
  to: Recipient,
  { name, url }: { readonly name: string; readonly url: string },
): Mail =>
  write(to, `Your statement of ${name}`, [
    `Your statement of ${name} is ready: what you held when the quarter began, everything that changed it, and what you held when it ended.`,
    press(
      'It opens in the app, under Transactions, Export, Quarterly statement:',
      url,
      'Open the statement',
    ),
    'No amounts stand in this email, so that nobody who reads it learns what you hold.',
  ]);

export const dataUpdatedMail = (to: Recipient): Mail =>
  write(to, 'Your data is up to date', [
    'Thank you: your data was updated. Nothing about your account is limited because of it.',
  ]);

/** `until`: the earliest moment of sending. */
export const withdrawalRequestedMail = (
  to: Recipient,
  withdrawal: WithdrawalFacts & { readonly until: Date | null },
): Mail =>
  write(
    to,
    'Withdrawal requested',
    [
      `You asked us to send ${coins(withdrawal)} to ${withdrawal.address}.`,
      ...(withdrawal.until
        ? [
            note(
              `Until ${momentFor(to, withdrawal.until)} it can be stopped: cancel it in the app under Transactions, or freeze your account below.`,
            ),
          ]
        : []),
      notYou(to),
    ],
    { main: coins(withdrawal) },
  );

/** With amount and recipient, so that the reader of the code sees what it sends (KEEP-15). */
export const transferCodeMail = (
  to: Recipient,
  { code, minutes }: CodeToTell,
  transfer: WithdrawalFacts & { readonly network: string; readonly tag: string },
): Mail =>
  write(
    to,
    `${code} is your ${brand.name} code for a transfer of ${coins(transfer)}`,
    [
      `Your code is ${code}.`,
      'It confirms this transfer and no other:',
      facts(
        ['Amount', coins(transfer)],
        ['Recipient', transfer.address],
        ['Network', transfer.network],
        ...(transfer.tag === '' ? [] : [['Destination tag', transfer.tag] as const]),
      ),
      `It works once, for ${minutes} minutes. If the amount or the recipient is not what you want to send, do not type it anywhere. Nobody at ${brand.name} will ask you for it.`,
      notYou(to),
    ],
    { code },
  );

/** To a customer whose password was typed on a device unknown to the account (KEEP-15). */
export const newDeviceCodeMail = (
  to: Recipient,
  { code, minutes }: CodeToTell,
  { device, place }: { readonly device: string; readonly place: string },
): Mail =>
  write(
    to,
    `${code} is your ${brand.name} code`,
    [
      `Your code is ${code}.`,
      `It signs you in on a new device (${device}${place === '' ? '' : `, ${place}`}) and works once, for ${minutes} minutes. Nobody at ${brand.name} will ask you for it.`,
      'Whoever asked for it knows your password. If you did not, reset it as well.',
      notYou(to),
    ],
    { code },
  );

export interface WithdrawalFacts {
  readonly amount: string;
  readonly currency: string;
  readonly address: string;
}

export const withdrawalSentMail = (to: Recipient, withdrawal: WithdrawalFacts): Mail =>
  write(
    to,
    'Withdrawal completed',
    [`${coins(withdrawal)} arrived at ${withdrawal.address}.`, notYou(to)],
    { main: coins(withdrawal) },
  );

/** Why a withdrawal was cancelled: the customer asked, or an event stopped it before it was sent. */
export type CancelReason = 'asked' | NonNullable<Withdrawal['cancelled_for']>;

const becauseOf: Readonly<Record<CancelReason, string>> = {
  asked: '',
  reported: ` ${BECAUSE_REPORTED}`,
  'password-reset': ` ${BECAUSE_OF_RESET}`,
  verification: ' because your identity check is no longer approved',
  refused: ' because we could not carry it out',
  recipient: ' because the recipient’s provider did not take it',
  debt: ' because a bank took a transfer back after it was spent',
};

/** What a recipient's provider, or the carrier about it, says in its own words, and what to do then. */
const recipientSaid: Readonly<Record<string, { readonly why: string; readonly mend: string }>> = {
  'unknown-provider': {
    why: ' because nobody knows a provider of the name that you gave',
    mend: 'Correct the name of the provider in the review, as its own site writes it, and send it once more.',
  },
  unhosted: {
    why: ' because the address does not belong to the provider that you named',
    mend: 'Ask the recipient who holds the address, correct it in the review, and send it once more. If they keep the keys themselves, there is no provider.',
  },
  mismatched: {
    why: ' because the recipient’s provider knows the recipient under another name',
    mend: mendCancelled.recipient ?? '',
  },
};

/** `said`: the word of the recipient's provider; empty: none. */
export const withdrawalCancelledMail = (
  to: Recipient,
  withdrawal: WithdrawalFacts,
  reason: CancelReason,
  said = '',
): Mail => {
  const told = reason === 'recipient' ? recipientSaid[said] : undefined;
  const mend = told?.mend ?? (reason === 'asked' ? undefined : mendCancelled[reason]);
  return write(
    to,
    'Withdrawal cancelled',
    [
      `The withdrawal of ${coins(withdrawal)} to ${withdrawal.address} was cancelled${told?.why ?? becauseOf[reason]}. The amount and its fee are back in your wallet.`,
      ...(mend === undefined ? [] : [mend]),
      notYou(to),
    ],
    { main: coins(withdrawal) },
  );
};

/** `reason`: for cash, the bank's reason. */
export const withdrawalRefundedMail = (
  to: Recipient,
  withdrawal: WithdrawalFacts,
  reason: ReturnReason | null,
): Mail =>
  reason
    ? write(to, 'Your payout came back, and your money is back', [
        `The payout of ${coins(withdrawal)} to ${withdrawal.address} came back: ${returnTexts[reason]}. The amount and its fee are back in your cash.`,
        mendReturned[reason],
      ])
    : write(to, 'Withdrawal failed, and your money is back', [
        `The withdrawal of ${coins(withdrawal)} to ${withdrawal.address} could not be sent: the network did not carry it out. The amount and its fee are back in your wallet.`,
        mendFailed,
      ]);

const bookChanges = {
  added: 'Your address book has a new entry',
  renamed: 'An entry in your address book was renamed',
  deleted: 'An entry in your address book was deleted',
} as const;

/** `rows`: the fields of the entry, which tell two entries apart. */
export const addressBookMail = (
  to: Recipient,
  change: keyof typeof bookChanges,
  entry: { readonly label: string; readonly rows: readonly string[] },
): Mail =>
  write(to, bookChanges[change], [
    [`${bookChanges[change]}:`, `Label: ${quoted(entry.label)}`, ...entry.rows],
    notYou(to),
  ]);

export const depositMail = (to: Recipient, deposit: Coins): Mail =>
  write(to, 'Your deposit has arrived', [`${coins(deposit)} was added to your balance.`], {
    main: coins(deposit),
  });

export const depositAsksMail = (to: Recipient, deposit: Coins): Mail =>
  write(to, 'Your deposit waits for an answer', [
    `${coins(deposit)} has come to your address, and nobody told us who sent it. The law makes us ask before it is added to your balance.`,
    'To answer, open the app and go to Help, “Something takes long”. It takes a minute, and the next deposit from there needs no answer.',
  ]);

/** Once, after a deposit: the first one, or the next one of a customer with earlier deposits (KEEP-11). */
export const secondFactorMail = (to: Recipient): Mail =>
  write(to, 'Protect your money with a second factor', [
    'Your deposit is here. With a second factor, nobody can sign in or withdraw with your password alone.',
    'To turn it on, open the app, go to Profile and then Security. It takes a minute.',
  ]);

export const cashArrivedMail = (to: Recipient, amount: string): Mail =>
  write(to, 'Your bank transfer has arrived', [`${oneLine(amount)} was added to your cash.`], {
    main: amount,
  });

export const cashReturnedMail = (to: Recipient, amount: string): Mail =>
  write(to, 'A bank transfer was sent back', [
    `A transfer of ${oneLine(amount)} to your account was sent back to the bank it came from. Only transfers in your currency, from an account in your own name, can be added to your cash.`,
  ]);

/** `number`: of the account that is closed. */
export const bankAccountClosedMail = (to: Recipient, currency: string, number: string): Mail =>
  write(to, 'The bank details that you pay into are closed', [
    `Our bank has closed the account that your ${oneLine(currency)} payments went to${number ? ` (it ends in ${oneLine(number.slice(-4))})` : ''}. Please do not pay into it any more, and delete it where you have saved it: the bank would send the money back.`,
    'You get new details under Cash, “Add money”. What you have paid already and has arrived is yours as before.',
  ]);

/** `missing`: a part of it was not there any more. */
export const cashRecalledMail = (to: Recipient, amount: string, missing: boolean): Mail =>
  write(to, 'Bank transfer recalled', [
    `The bank that sent a transfer of ${oneLine(amount)} took it back. This is no payment that you made: ask that bank why.`,
    missing
      ? 'A part of it was not in your cash any more. It is deducted from the next cash that you receive; what is left of it stands under Cash.'
      : 'It was deducted from your cash.',
  ]);

/** How what is owed can be paid, in words; `hasCash`: the customer can have cash. */
export const howToPay = (hasCash: boolean): string =>
  hasCash
    ? 'Add money from your bank or sell something for cash: what is missing is taken from it first.'
    : `Write to ${operator.supportEmail}: we tell you how to pay it.`;

interface TakenBack {
  /** The purchase's. */
  readonly reference: string;
  /** What the card's bank took back, in words. */
  readonly amount: string;
  readonly bought: Coins;
  /** What is not paid of it yet, in words; undefined: nothing. */
  readonly owed: string | undefined;
  readonly hasCash: boolean;
}

/** A card's bank took back what a purchase was paid with (HARD-93). */
export const cardTakenBackMail = (to: Recipient, taken: TakenBack): Mail => {
  const { reference, amount, bought, owed, hasCash } = taken;
  return write(to, 'A card payment was taken back', [
    `The bank of the card took back ${amount} of what was paid for ${coins(bought)}. The purchase’s reference is ${reference}.`,
    owed === undefined
      ? 'It was deducted from your cash. Nothing is owed.'
      : `${owed} of it is owed. Until it is paid, only what leaves more than that in your wallet can be sent. ${howToPay(hasCash)}`,
    `Banks do this when the holder of the card disputes a payment. If that was you and it was a mistake, ask your bank to withdraw the dispute: what you paid then comes back to you. If you did not dispute it, or think that this is wrong, write to ${operator.supportEmail} and name the reference.`,
  ]);
};

interface GivenBack {
  readonly reference: string;
  readonly amount: string;
  /** What is in the customer's cash again, in words. */
  readonly back: string | undefined;
  /** What is owed no longer, in words. */
  readonly over: string | undefined;
}

/** The dispute was decided for us or withdrawn. */
export const cardGivenBackMail = (to: Recipient, given: GivenBack): Mail => {
  const { reference, amount, back, over } = given;
  return write(to, 'A dispute about a card payment is over', [
    `The bank of the card had taken back what was paid for the purchase with the reference ${reference}. ${amount} of it has come to us again, because the dispute was withdrawn or decided so.`,
    ...(over === undefined ? [] : [`You no longer owe ${over}.`]),
    ...(back === undefined
      ? []
      : [
          `${back} that we had deducted was given back to you, less what you owe for something else.`,
        ]),
  ]);
};

/** Officers decided that what was owed for a card payment is owed no longer. */
export const cardDebtOverMail = (to: Recipient, reference: string, amount: string): Mail =>
  write(to, 'Nothing more is owed for a card payment', [
    `You no longer owe ${amount} for the purchase with the reference ${reference}.`,
  ]);

export const swapMail = (
  to: Recipient,
  swap: { readonly paid: Coins; readonly received: Coins },
): Mail =>
  write(to, 'Your swap is done', [`You swapped ${coins(swap.paid)} for ${coins(swap.received)}.`], {
    main: coins(swap.received),
  });

/** A purchase with cash, once or as one that recurs. */
export const cashPurchaseMail = (
  to: Recipient,
  bought: { readonly paid: Coins; readonly received: Coins },
): Mail =>
  write(to, 'Your purchase is complete', [
    `You bought ${coins(bought.received)} for ${formatFiat(bought.paid.amount, bought.paid.currency)} of your cash. It was added to your balance.`,
  ]);

/** A purchase by card and its price (EASE-19). */
export interface PurchaseToTell {
  readonly crypto: string;
  readonly code: string;
  /** What the card was charged, fee included. */
  readonly total: string;
  readonly currency: string;
  readonly price?: string;
  readonly spread_bps?: number;
}

export const purchaseDoneMail = (to: Recipient, bought: PurchaseToTell): Mail => {
  const { crypto, code, total, currency, price, spread_bps } = bought;
  const fee = feeOf(total);
  const costs = spread_bps === undefined ? undefined : costsIn(total, spread_bps);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Price', price && `1 ${code} = ${formatPrice(price, currency)}`],
    ['Spread, included', spread_bps === undefined ? undefined : `${spread_bps / 100}%`],
    [FEE_NAME, fee && formatFiat(fee, currency)],
    ['Total', formatFiat(total, currency)],
    [ALL_COSTS, costs && formatFiat(costs.all, currency)],
  ];
  return write(
    to,
    'Your purchase is complete',
    [
      `You bought ${formatCrypto(crypto, code)} for ${formatFiat(total, currency)}. It was added to your balance.`,
      facts(...rows.flatMap(([name, fact]) => (fact ? [[name, fact] as const] : []))),
    ],
    { main: formatCrypto(crypto, code) },
  );
};

function returnedText(cause: ReturnCause, paid: string): string {
  switch (cause) {
    case 'price':
      return `When your payment of ${paid} arrived, the price had risen by more than 1% above the one you were shown. Nothing was bought.`;
    case 'another-name':
      return `Your payment of ${paid} came from a card in another name than yours. Only your own cards can pay here: nothing was bought.`;
    case 'other':
      return `Nothing was bought for your payment of ${paid}.`;
  }
}

export const purchaseReturnedMail = (
  to: Recipient,
  payment: {
    readonly amount: string;
    readonly currency: string;
    readonly cause: ReturnCause;
  },
): Mail =>
  write(to, 'Your card payment goes back to your card', [
    returnedText(payment.cause, formatFiat(payment.amount, payment.currency)),
    'The full amount goes back to your card. Your bank may take some days to show it.',
  ]);

export const purchaseNotDoneMail = (to: Recipient): Mail =>
  write(to, 'Your purchase did not go through', ['Nothing was added to your balance.']);

interface RequestToTell {
  /** The name of the report, such as “Error report”. */
  readonly what: string;
  readonly reference: string;
}

/** A text that a person wrote, with its own lines. */
const linesOf = (text: string): readonly Paragraph[] =>
  text.split(/\n\s*\n/).map((part) => part.split('\n'));

const ALL_REQUESTS = 'You find all your requests in the app, under Help.';

export const requestReceivedMail = (
  to: Recipient,
  { what, reference }: RequestToTell,
  due: Date,
): Mail =>
  write(to, `We have your request ${reference}`, [
    facts(['Your request', what], ['Reference', reference]),
    `We answer by ${momentFor(to, due)}, in the app and by email. It costs you nothing.`,
    ALL_REQUESTS,
  ]);

export const requestAnsweredMail = (
  to: Recipient,
  { what, reference }: RequestToTell,
  { rejected, answer }: { readonly rejected: boolean; readonly answer: string },
): Mail =>
  write(to, `Our answer to your request ${reference}`, [
    facts(['Your request', what], ['Reference', reference]),
    rejected ? 'We could not do what you asked for. The reason:' : 'Our answer:',
    ...linesOf(answer),
    `If you do not agree, send a complaint in the app, under Help, or to ${operator.complaintsEmail}.`,
  ]);

export const requestLaterMail = (
  to: Recipient,
  { what, reference }: RequestToTell,
  { why, due }: { readonly why: string; readonly due: Date },
): Mail =>
  write(to, `Your request ${reference} takes longer`, [
    facts(['Your request', what], ['Reference', reference]),
    'It takes longer than we said. The reason:',
    ...linesOf(why),
    `We now answer by ${momentFor(to, due)}.`,
  ]);

export const noErrorFoundMail = (
  to: Recipient,
  { what, reference }: RequestToTell,
  due: Date,
): Mail =>
  write(to, `We found no error: ${reference}`, [
    facts(['Your request', what], ['Reference', reference]),
    `We have looked into it and found no error. You get a written explanation by ${momentFor(to, due)}.`,
  ]);
