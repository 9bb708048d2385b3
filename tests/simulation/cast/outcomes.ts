import { assetCodes } from '#core/money/currencies.ts';
import type { Kind } from './initiatives.ts';

/** What each kind of initiative comes to, when all goes well. */
const outcomes: Readonly<Record<Kind, readonly string[]>> = {
  swap: ['swap: success'],
  sell: ['sell: success'],
  withdraw: ['withdraw: success', 'a transfer is confirmed', 'a customer cancels'],
  look: ['wallet: answer'],
  receive: ['a deposit is paid', ...assetCodes.map((code) => `${code} moves`)],
  'pay in': [
    'a bank transfer is paid',
    'a bank transfer is settled',
    'a bank transfer is given back',
  ],
  'pay out': ['a payout is confirmed'],
  'buy by card': ['a card payment: success', 'a purchase is credited'],
  'charge back': ['a card payment is taken back', 'a card payment is ours again'],
  recall: ['a bank transfer is recalled', 'recalled money is owed', 'a debt is paid'],
  'buy weekly': ['a recurring buy is set up', 'a recurring buy is bought'],
  'pause buying': ['a recurring buy is paused'],
  'travel rule': ['a provider accepts a transfer', 'a provider refuses a transfer'],
  'lost phone': ['a recovery waits', 'a lost factor is removed'],
  'lose patience': ['a customer is impatient'],
  'failed transfer': ['a transfer is failed'],
  'kept copy': ['wallet: kept copy'],
  restore: ['fault: an older copy is restored', 'an older copy is trusted'],
  freeze: ['an account is frozen'],
  'set a password': ['a password is set anew'],
  'close the account': ['an account is closed'],
  'add a passkey': ['a passkey is added'],
  'passkey sign-in': ['somebody signs in with a passkey'],
  'set an alert': ['a price alert is set', 'a price alert rings'],
  'wrong price': ['fault: a wrong price', 'log: price outside its band'],
  'wrong rate': ['fault: a wrong exchange rate', 'log: exchange rate outside its band'],
  'stand still': ['fault: prices stand still'],
  list: [
    ...['somebody is listed', 'a transfer is held'],
    ...['an officer releases a held withdrawal', 'an officer rejects a held withdrawal'],
  ],
  officers: ['a second officer releases a held withdrawal'],
  'sign in': ['answer: /api/users/login 200', 'a new device is proved with a mailed code'],
  'sign out': ['answer: /api/users/logout 200'],
  'change hands': [],
  'open a tab': [],
  'close a tab': [],
  reload: [],
  offline: [],
  storm: ['fault: network'],
  rude: ['fault: a party'],
  confuse: [],
  crash: ['fault: a process was killed'],
  deploy: ['a process is replaced'],
  conflicts: ['fault: a transaction conflicts'],
  wait: [],
  leap: [],
};

type Counts = ReadonlyMap<string, number>;

/** Of a kind: that it was begun, and what it comes to. */
const ofKind = (name: Kind): readonly string[] => [`initiative: ${name}`, ...outcomes[name]];

const kinds = Object.keys(outcomes) as Kind[];

/** What every run of some length has reached at least once: each kind is begun, and comes to something. */
export const everyOutcome: readonly string[] = [...new Set(kinds.flatMap(ofKind))];

/** Whether a kind was begun and has come to all it comes to. */
export const hasComeOf = (name: Kind, counts: Counts): boolean =>
  ofKind(name).every((what) => counts.has(what));

/** Of some kinds, or of all, those that were not begun or have not come to all they come to. */
export const behindOf = (counts: Counts, of: readonly Kind[] = kinds): readonly Kind[] =>
  of.filter((name) => !hasComeOf(name, counts));

/** By kind, how often it was begun, and how often it came to what it comes to. */
export const tableOfKinds = (counts: Counts): string =>
  kinds
    .map((name) => {
      const told = outcomes[name].map((what) => `${what} ${counts.get(what) ?? 0}`);
      const begun = String(counts.get(`initiative: ${name}`) ?? 0).padStart(8);
      return `${begun}  ${name}${told.length > 0 ? `: ${told.join(', ')}` : ''}\n`;
    })
    .join('');
