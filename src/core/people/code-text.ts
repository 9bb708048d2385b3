import { compactSigns } from '#core/text/pasted-signs.ts';

/** A pasted code in our digits, without spaces, dashes and invisible characters. */
export const cleanCode = (typed: string): string => compactSigns(typed);

/** How many digits a mailed code has: one that opens an account or moves money has two more. */
export const mailedDigits = { proves: 6, opens: 8 } as const;

const withoutSpaces = (code: string): string => code.replace(/\s/g, '');

/** A recovery code as it is compared: without the marks between its groups. */
export const plainRecoveryCode = (code: string): string =>
  code.toUpperCase().replace(/[^A-Z0-9]/g, '');

const isDigits = (code: string, digits: number): boolean =>
  code.length === digits && /^\d+$/.test(code);

/** Whether a text has the form of an authenticator's code, a recovery code or a passkey's token. */
export function couldBeCode(code: string): boolean {
  const typed = withoutSpaces(code);
  return isDigits(typed, 6) || /^[\w-]{16}$/.test(typed) || plainRecoveryCode(typed).length === 12;
}

/** What a form asks for: so many digits, or a second factor, which may be a recovery code. */
export type CodeForm = 6 | 8 | 'factor';

/** What is wrong with the length of a code: nobody could have sent or shown it, so it is not sent (SPEC-10). */
export function codeProblem(code: string, form: CodeForm): string | undefined {
  if (form === 'factor') {
    return couldBeCode(code) ? undefined : 'Enter six digits, or one of your recovery codes';
  }
  if (isDigits(withoutSpaces(code), form)) return undefined;
  return form === 6 ? 'Enter all six digits of the code' : 'Enter all eight digits of the code';
}
