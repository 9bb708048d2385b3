import { brand } from '#core/brand.ts';
import {
  changePassword,
  confirmEmailChange,
  deleteAccount,
  downloadOwnData,
  enableTwoFactor,
  generateTwoFactorSecret,
  getRemainder,
  requestEmailChange,
} from '#core/contract/account/account.ts';
import {
  disableTwoFactor,
  type FreezeAnswer,
  freezeAccount,
  renewRecoveryCodes,
  setAddressBookOnly,
  setAntiPhishingCode,
} from '#core/contract/account/security.ts';
import type { WaysBeside } from '#core/contract/account/ways-in.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { Failure } from '#core/failure.ts';
import { dayIn } from '#core/time/date-text.ts';
import { INVALID_VERIFICATION_CODE, OTP_NOT_SENT } from '#core/words/codes.ts';
import { fileName } from '#files/file-name.ts';
import { saveFile } from '#files/save-file.ts';
import { attempt } from '#transport/calls/attempt.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { csvStyleNow } from '#transport/customer/csv-style.ts';
import { scope } from '#transport/session/scope.ts';
import { session } from '#transport/session/session.ts';
import { endsItself } from '#transport/session/session-expired.ts';
import type { Proof } from './proof-form.tsx';

/** The outcome of a request: its value, or an error text and the refusal's code, which says where to show it. */
export type Step<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly text: string; readonly refused: string | undefined };

const done = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/**
 * `text` is shown for a refusal without a text of its own; for other failures with “Please try again”. `doubt`:
 * how to find out if the answer was lost.
 */
export const failed = (
  failure: Failure,
  text: string,
  doubt?: string,
): { ok: false; text: string; refused: string | undefined } => ({
  ok: false,
  text: failureText(
    failure,
    failure.kind === 'refused' ? text : `${text}. Please try again.`,
    doubt,
  ),
  refused: failure.kind === 'refused' ? failure.refusal.code : undefined,
});

export interface NewSecret {
  readonly base32: string;
  readonly qrCodeUrl: string;
}

/** Requests a new secret. Moving two-factor authentication to another app needs a code of the present one. */
export async function generateSecret(otp?: string): Promise<Step<NewSecret>> {
  const outcome = await call(generateTwoFactorSecret, { ...(otp && { otp }) });
  return outcome.ok
    ? done(outcome.value.data)
    : // A secret that nobody has seen does no harm.
      failed(outcome.failure, 'Failed to generate 2FA secret', 'Please try again.');
}

const CODE_FAILED = 'Failed to verify code';

const wrongCode = (failure: Failure, doubt?: string) => {
  const { text, refused } = failed(failure, CODE_FAILED, doubt);
  return {
    ok: false,
    refused,
    text: text === CODE_FAILED ? INVALID_VERIFICATION_CODE : text,
  } as const;
};

const MAYBE_ON =
  'It may be on already. If so, make new recovery codes, because you have not seen the first.';

/** Returns the recovery codes. */
export async function turnOnTwoFactor(
  secret: string,
  { otp, password }: Proof,
): Promise<Step<readonly string[]>> {
  const outcome = await call(enableTwoFactor, { security_key: secret, otp, password });
  return outcome.ok ? done(outcome.value.data.recoveryCodes) : wrongCode(outcome.failure, MAYBE_ON);
}

export async function turnOffTwoFactor(otp: string): Promise<Step<readonly string[]>> {
  const outcome = await call(disableTwoFactor, { otp });
  return outcome.ok ? done([]) : wrongCode(outcome.failure);
}

export async function newRecoveryCodes(otp: string): Promise<Step<readonly string[]>> {
  const outcome = await call(renewRecoveryCodes, { otp });
  if (outcome.ok) return done(outcome.value.data.recoveryCodes);
  return wrongCode(
    outcome.failure,
    'New codes may have been made anyway. If so, your old ones no longer work.',
  );
}

export async function saveAntiPhishingCode(code: string): Promise<Step<undefined>> {
  const outcome = await call(setAntiPhishingCode, { code });
  return outcome.ok
    ? done(undefined)
    : failed(outcome.failure, 'Failed to save the anti-phishing code');
}

/** Turns “address book only” on; with a proof, turns it off. */
export async function switchBookOnly(proof?: Proof): Promise<Step<undefined>> {
  const outcome = await call(setAddressBookOnly, proof ? { on: false, ...proof } : { on: true });
  return outcome.ok
    ? done(undefined)
    : failed(outcome.failure, '“Address book only” could not be changed');
}

export async function replacePassword(
  oldPassword: string,
  newPassword: string,
): Promise<Step<WaysBeside | undefined>> {
  const sealed = await import('#transport/customer/sealed-notes.ts')
    .then(({ keyUnder }) => keyUnder(oldPassword, newPassword))
    // If this fails, the notes ask for the former password once more.
    .catch(() => undefined);
  const outcome = await call(changePassword, {
    oldPassword,
    newPassword,
    ...(sealed && { notes_key: sealed }),
  });
  if (outcome.ok) return done(outcome.value.ways);
  const doubt = 'It may have been changed anyway. If so, your new password now applies.';
  return failed(outcome.failure, 'Failed to change password', doubt);
}

/** Freezes the account; no password is needed if the app lock of this device was just opened. */
export async function freezeNow(password: string | undefined): Promise<Step<FreezeAnswer>> {
  const outcome = await call(freezeAccount, password === undefined ? {} : { password });
  if (outcome.ok) return done(outcome.value.data);
  const doubt = 'It may be frozen all the same. We email you if it is.';
  return failed(outcome.failure, 'The account could not be frozen', doubt);
}

/** Requests a code at the new email address. */
export async function askForEmailCode(
  email: string,
  password: string,
  otp: string,
): Promise<Step<undefined>> {
  const outcome = await attempt(requestEmailChange, { email, password, otp });
  return outcome.ok ? done(undefined) : failed(outcome.failure, OTP_NOT_SENT);
}

export async function changeEmail(email: string, code: string): Promise<Step<undefined>> {
  const outcome = await attempt(confirmEmailChange, { email, code });
  return outcome.ok ? done(undefined) : wrongCode(outcome.failure);
}

const NOT_SAVED = 'Your data could not be downloaded';

/** Saves a file with everything stored about the customer. */
export async function saveOwnData(proof: Proof): Promise<Step<undefined>> {
  // Loaded before the request, because a failure afterwards would have counted and mailed a download for
  // nothing.
  const part = await scope().only(import('./account/own-data-file.ts').catch(() => undefined));
  if (!part) {
    const text = `${NOT_SAVED}. Check your connection and try again.`;
    return { ok: false, refused: undefined, text };
  }
  const outcome = await call(downloadOwnData, proof);
  if (!outcome.ok) return failed(outcome.failure, NOT_SAVED);
  const { data } = outcome.value;
  const day = dayIn(session.timeZone, Date.parse(data.as_of));
  const name = fileName([brand.name.toLowerCase(), 'my-data', day], 'zip');
  saveFile(name, part.ownDataFile(data, csvStyleNow()), 'ZIP');
  return done(undefined);
}

/** The balances that are too small to be withdrawn. */
export type Remainder = AnswerOf<typeof getRemainder>['data'];

export type Removal =
  | { readonly ok: true; readonly value: undefined }
  | {
      readonly ok: false;
      readonly text: string;
      readonly refused: string | undefined;
      /** The balances that the customer may give up; undefined if the server did not say. */
      readonly left: Remainder | undefined;
    };

/** The payouts that banks may still return after the account is closed (HARD-51); undefined if the server did not say. */
export type Returns = AnswerOf<typeof getRemainder>['returns'];

export async function loadReturns(): Promise<Returns> {
  const outcome = await call(getRemainder, {});
  return outcome.ok ? outcome.value.returns : undefined;
}

/** Deletes the account, and gives up what the customer agreed to give up. */
export async function removeAccount(giveUp: Remainder, proof: Proof): Promise<Removal> {
  endsItself(true);
  const outcome = await call(deleteAccount, {
    give_up: giveUp.map(({ currency_id, amount }) => ({ currency_id, amount })),
    ...proof,
  });
  if (outcome.ok) return done(undefined);
  endsItself(false);
  const { failure } = outcome;
  const holdsFunds = failure.kind === 'refused' && failure.refusal.code === 'BALANCE_NOT_EMPTY';
  const remainder = holdsFunds ? await call(getRemainder, {}) : undefined;
  return {
    ok: false,
    text: failureText(
      failure,
      'Failed to delete account. Please try again.',
      'It may be deleted all the same: if you can no longer sign in, it is.',
    ),
    refused: failure.kind === 'refused' ? failure.refusal.code : undefined,
    left: remainder?.ok ? remainder.value.data : undefined,
  };
}
