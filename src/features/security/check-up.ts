import { CONFIRM_FIRST, TWO_FACTOR_IS_ON } from '#core/words/security.ts';
import type { PageIconName } from '#ui/marks/page-icon.tsx';
import type { OpenDialog } from './security-dialogs.tsx';
import type { Security } from './security-state.ts';
import { isShut } from './shut-ways.ts';

/** One protection of an account, and the step that sets it up. */
export interface Check {
  readonly id: 'factor' | 'recovery' | 'devices' | 'phishing' | 'book';
  readonly icon: PageIconName;
  readonly title: string;
  readonly text: string;
  readonly good: boolean;
  /** The dialog that opens; `devices`: the list below. */
  readonly opens:
    | Extract<
        OpenDialog['kind'],
        'set-up' | 'add-passkey' | 'renew' | 'anti-phishing' | 'book-only'
      >
    | 'devices';
}

/** With fewer codes, a customer who loses the phone may soon be locked out. */
const ENOUGH_CODES = 3;
/** A device that was not used for so long may not be the customer's any more. */
const FORGOTTEN_MS = 30 * 24 * 3600_000;

const count = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`;

const factor = ({ twoFactor, passkeys = [] }: Security): Check => {
  const held = [
    ...(twoFactor ? [TWO_FACTOR_IS_ON] : []),
    ...(passkeys.length > 0 ? [count(passkeys.length, 'passkey')] : []),
  ];
  return {
    id: 'factor',
    icon: 'shield',
    title: 'Second factor or passkey',
    text: held.length > 0 ? held.join(' · ') : 'Your password alone protects this account',
    good: held.length > 0,
    opens: twoFactor ? 'add-passkey' : 'set-up',
  };
};

const recovery = ({ twoFactor, recoveryCodesLeft: left }: Security): Check => ({
  id: 'recovery',
  icon: 'list',
  title: 'Recovery codes',
  text: twoFactor
    ? left === 0
      ? 'None left: make new ones'
      : `${count(left, 'code')} left for a lost phone`
    : 'You get them with two-factor authentication',
  good: twoFactor && left >= ENOUGH_CODES,
  opens: twoFactor ? 'renew' : 'set-up',
});

const devices = ({ sessions }: Security, now: number): Check => {
  const forgotten = sessions.filter(
    ({ current, lastSeenAt }) => !current && now - Date.parse(lastSeenAt) > FORGOTTEN_MS,
  ).length;
  return {
    id: 'devices',
    icon: 'device',
    title: 'Known devices',
    text:
      forgotten > 0
        ? `${count(forgotten, 'device')} not used for a month: sign ${forgotten === 1 ? 'it' : 'them'} out`
        : `${count(sessions.length, 'device')} signed in`,
    good: forgotten === 0,
    opens: 'devices',
  };
};

const phishing = ({ twoFactor, antiPhishingCode }: Security): Check => ({
  id: 'phishing',
  icon: 'mail',
  title: 'Anti-phishing code',
  text: !twoFactor
    ? 'Needs two-factor authentication'
    : antiPhishingCode === null
      ? 'Nothing tells our emails from a forger’s'
      : 'Our emails quote a code that only you know',
  good: twoFactor && antiPhishingCode !== null,
  opens: twoFactor ? 'anti-phishing' : 'set-up',
});

const book = ({ addressBookOnly }: Security): Check => ({
  id: 'book',
  icon: 'book',
  title: 'Address book only',
  text: !addressBookOnly
    ? 'Withdrawals can go to any address'
    : addressBookOnly.until === null
      ? 'Withdrawals go to saved recipients alone'
      : 'You left it, and it ends within a day',
  good: addressBookOnly?.until === null,
  opens: 'book-only',
});

/** What is missing and cannot be set up yet says so before it is pressed (READ-14). */
const saysShut = (check: Check, known: Security): Check =>
  !check.good && check.opens !== 'devices' && isShut(known, check.opens)
    ? { ...check, text: `${check.text}. ${CONFIRM_FIRST}` }
    : check;

/** The protections of an account, the most important first (LIVE-08). `now` in milliseconds. */
export const checksOf = (known: Security, now: number): readonly Check[] =>
  [factor(known), recovery(known), devices(known, now), phishing(known), book(known)].map((check) =>
    saysShut(check, known),
  );
