import { WITHDRAWALS_FROZEN } from '#core/words/way-out.ts';

/*
 * Why can this money not move? Everything that can stop it stands here once, with what each reader makes of it
 * (HARD-89). How each is known of stands in `known.ts`, and who asks, asks `why.ts`. A new gate does not compile before
 * every reader has an answer, and a new reader not before it has one for every gate.
 */

/**
 * What can stop money, and of whom or what it is known; the first in this order is told, so what the law stops comes
 * first.
 *
 * `closed`: the account is. `listed`: the customer is on a list of sanctions, or may be. `match`: screening found a
 * transfer on a list. `suspended`: our rules hold one, or found it to be reported. `rejected`: an officer refused one,
 * and what follows has not happened yet. `unscreened`: nobody has said yet whether the customer is on a list, or
 * something was found about money that is in their account already. `unchecked`: nobody has said so of a transfer, or
 * not to what is asked now. `resting`: the books are an older copy. `frozen`: by the customer. `excluded`: the
 * relationship was ended at once, for fraud. `uncertified`: no tax residence before the first trade. `ended`: the
 * relationship, after its notice. `outdated`: the data is overdue for three months. `unanswered`: a question about the
 * tax residence for 60 days. `slowed`: every way out. `turned-down`: by the identity check. `unverified`: it has not
 * approved them. `untravelled`: a transfer's data was not handed over. `unnamed`: its owner must say who sent it.
 * `cancelling`: it is to be cancelled. `untold`: the mail that says how to stop it has not left. `unmatched`: a party
 * has sent what the books lack. `card-doubt`: so has the card provider, of its customer. `paying`: a card payment may
 * still bring money. `unreachable`: no address is known that mails reach. `requesting`: a request is not answered.
 * `recovering`: they are on the way back into the account. `no-withdrawals`, `no-payouts`, `no-bank`, `paused`: an
 * operator has closed them, or an asset, cash or pair. `doubted`: a price is. `racing`: it moves fast, and the
 * operator wants that to pause trading. `owing`: a bank, or a card's, took
 * money back that was spent.
 */
export const gateSubjects = {
  closed: 'customer',
  listed: 'customer',
  match: 'transfer',
  suspended: 'transfer',
  rejected: 'transfer',
  unscreened: 'customer',
  unchecked: 'transfer',
  resting: 'customer',
  frozen: 'customer',
  excluded: 'customer',
  uncertified: 'customer',
  ended: 'customer',
  outdated: 'customer',
  unanswered: 'customer',
  slowed: 'customer',
  'turned-down': 'customer',
  unverified: 'customer',
  untravelled: 'transfer',
  unnamed: 'transfer',
  cancelling: 'transfer',
  untold: 'transfer',
  unmatched: 'transfer',
  'card-doubt': 'transfer',
  paying: 'customer',
  unreachable: 'customer',
  requesting: 'customer',
  recovering: 'customer',
  'no-withdrawals': 'market',
  'no-payouts': 'market',
  'no-bank': 'market',
  paused: 'market',
  doubted: 'market',
  racing: 'market',
  owing: 'customer',
} as const;

export type Gate = keyof typeof gateSubjects;
type Subject = (typeof gateSubjects)[Gate];

/** The gates that are known of a customer, of a transfer, or of what is closed for everybody. */
export type GateOf<S extends Subject> = {
  [G in Gate]: (typeof gateSubjects)[G] extends S ? G : never;
}[Gate];

export const gates = Object.keys(gateSubjects) as readonly Gate[];

export const isOf = <S extends Subject>(gate: Gate, subject: S): gate is GateOf<S> =>
  gateSubjects[gate] === subject;

/** Who closes an account, and what keeps it: everybody for whom an account's last things must not wait. */
export const endWays = ['close', 'end', 'forfeit', 'erase', 'remove'] as const;
export type EndWay = (typeof endWays)[number];

/**
 * Every way money moves, or ends. `receive`: an address or account to be paid at. `transfer-in`: a transfer from a bank
 * is credited. `payout-back`: a bank returns a payout. `card-paid`: a card payment is settled. `claim`: officers pay out
 * what came after the account was closed. `close`: by its owner, who gives up what is left. `end`: the last step of an
 * ended relationship. `forfeit`: that of what is unclaimed. `erase`: whoever of them asks for it. `remove`: staff, by the
 * operator, for whom neither a freeze nor an older copy may keep a way in.
 */
export const ways = [
  'swap',
  'buy',
  'sell',
  'card',
  'recurring',
  'withdraw',
  'cash-out',
  'receive',
  'transfer-in',
  'payout-back',
  'card-paid',
  'deposit',
  'claim',
  ...endWays,
] as const;
export type Way = (typeof ways)[number];

/**
 * What stops it: the customer is refused, or only new ones are and those under way go on; it is left out this time, it
 * waits, goes back, or a person decides.
 */
type Stop = 'refused' | 'no-new' | 'skipped' | 'waits' | 'returned' | 'case';

/**
 * `pays`: what is owed is taken from it, in the same transaction. `covers`: it goes if what stays is worth more than
 * what is owed. `told`: it goes, and the customer is told what is still owed. `up-to`: it goes up to an amount.
 */
export type Answer = 'goes' | Stop | 'pays' | 'covers' | 'told' | 'up-to';

/** The words in which a customer is refused. */
export type Says =
  | 'gone'
  /** What everybody reads while something is paused: other words could warn somebody on a list (KEEP-06). */
  | 'paused'
  | 'price'
  | 'frozen'
  | 'uncertified'
  | 'ended'
  | 'outdated'
  | 'unanswered'
  | 'held'
  | 'verify'
  | 'withdrawals-paused'
  | 'paying'
  | 'transfer'
  /** It refuses nothing that they ask for. */
  | 'nothing';

/** What the page shows of a transfer: that it takes longer, and not why; that it asks for something; what it always does. */
type ShownGate = 'delayed' | 'asks' | 'usual';

/** What everybody who reads a gate makes of it. */
export interface Answers {
  /** What moves money: calls and workers, and what closes, ends, forfeits and erases. */
  readonly ways: Readonly<Record<Way, Answer>>;
  /** The page. */
  readonly says: Says;
  readonly shows: ShownGate;
  /** An officer at the desk. */
  readonly desk: string;
}

const trades = {
  swap: 'goes',
  buy: 'goes',
  sell: 'goes',
  card: 'goes',
  recurring: 'goes',
} as const;
const limitedTrade = {
  swap: 'refused',
  buy: 'refused',
  sell: 'goes',
  card: 'refused',
  recurring: 'skipped',
} as const;
const noTrade = { ...limitedTrade, sell: 'refused' } as const;
const comesIn = {
  'transfer-in': 'goes',
  'payout-back': 'goes',
  'card-paid': 'goes',
  deposit: 'goes',
} as const;
const leaves = { withdraw: 'goes', 'cash-out': 'goes', claim: 'goes' } as const;
const ends = {
  close: 'goes',
  end: 'goes',
  forfeit: 'goes',
  erase: 'goes',
  remove: 'goes',
} as const;
const keeps = {
  close: 'refused',
  end: 'waits',
  forfeit: 'waits',
  erase: 'refused',
  remove: 'refused',
} as const;
const free = { ...trades, ...leaves, receive: 'goes', ...comesIn, ...ends } as const;
const limited = { ...free, ...limitedTrade, receive: 'refused' } as const;
/** Something of their transfers: what is not it goes on beside it, and whoever leaves waits for it. */
const sent = { ...free, withdraw: 'waits', 'cash-out': 'waits', claim: 'waits', ...keeps } as const;
const anyTransfer = { ...sent, deposit: 'waits', 'transfer-in': 'waits' } as const;

export const answers: Readonly<Record<Gate, Answers>> = {
  closed: {
    ways: {
      ...noTrade,
      ...{ withdraw: 'refused', 'cash-out': 'refused', receive: 'refused' },
      ...{ 'transfer-in': 'returned', 'payout-back': 'case', 'card-paid': 'case', deposit: 'case' },
      ...{ close: 'refused', end: 'refused', forfeit: 'refused', erase: 'refused' },
      ...{ remove: 'refused', claim: 'goes' },
    },
    ...{ says: 'gone', shows: 'usual' },
    desk: 'The account is closed.',
  },
  // What the law froze is neither credited nor exchanged, and never forfeited, given up or erased.
  listed: {
    ways: {
      ...noTrade,
      ...{ withdraw: 'waits', 'cash-out': 'waits', receive: 'goes' },
      ...{ 'transfer-in': 'waits', 'payout-back': 'waits', 'card-paid': 'waits', deposit: 'waits' },
      ...keeps,
      claim: 'waits',
    },
    ...{ says: 'paused', shows: 'delayed' },
    desk: 'Screening found the customer on a list: what the law froze stays as it is.',
  },
  match: {
    ...{ ways: anyTransfer, says: 'transfer', shows: 'delayed' },
    desk: 'Screening found a transfer on a list: what the law froze stays as it is.',
  },
  suspended: {
    ...{ ways: anyTransfer, says: 'transfer', shows: 'delayed' },
    desk: 'A transfer is suspended: it waits for the authority or an officer.',
  },
  rejected: {
    ...{ ways: anyTransfer, says: 'transfer', shows: 'delayed' },
    desk: 'An officer refused a transfer, and it is not given back or set aside yet.',
  },
  unscreened: {
    ways: {
      ...free,
      ...{ withdraw: 'waits', 'cash-out': 'waits', claim: 'waits' },
      ...{ 'transfer-in': 'waits', deposit: 'waits', forfeit: 'waits' },
    },
    ...{ says: 'paused', shows: 'delayed' },
    desk: 'Screening has not said yet whether the customer, or who paid them, is on a list.',
  },
  unchecked: {
    ...{ ways: anyTransfer, says: 'transfer', shows: 'delayed' },
    desk: 'Nobody has said yet whether a transfer is of somebody on a list.',
  },
  // It may have been taken back since the copy was made, and nobody can sign in to say so.
  resting: {
    ways: {
      ...free,
      ...{ recurring: 'waits', withdraw: 'waits', 'cash-out': 'waits', claim: 'waits' },
      ...{ ...keeps, remove: 'goes' },
    },
    ...{ says: 'nothing', shows: 'usual' },
    desk: 'The books are an older copy, and the account rests until its owner is back.',
  },
  frozen: {
    ways: {
      ...free,
      ...noTrade,
      ...{ withdraw: 'refused', 'cash-out': 'refused', receive: 'refused' },
      ...{ close: 'refused', forfeit: 'waits' },
    },
    ...{ says: 'frozen', shows: 'usual' },
    desk: WITHDRAWALS_FROZEN,
  },
  excluded: {
    ways: { ...limited, 'transfer-in': 'returned', 'card-paid': 'returned', deposit: 'case' },
    ...{ says: 'ended', shows: 'usual' },
    desk: 'The relationship was ended at once: nothing that comes is credited.',
  },
  uncertified: {
    ways: { ...free, ...noTrade },
    ...{ says: 'uncertified', shows: 'usual' },
    desk: 'The customer has not stated where they pay tax, and buys and sells nothing before.',
  },
  ended: {
    ...{ ways: limited, says: 'ended', shows: 'usual' },
    desk: 'The relationship has ended: the customer sells, cashes out and withdraws.',
  },
  outdated: {
    ...{ ways: limited, says: 'outdated', shows: 'usual' },
    desk: 'The customer’s data is overdue: they sell, cash out and withdraw.',
  },
  unanswered: {
    ...{ ways: limited, says: 'unanswered', shows: 'usual' },
    desk: 'A question about the tax residence is not answered: the customer sells, cashes out and withdraws.',
  },
  slowed: {
    ways: { ...free, withdraw: 'refused', 'cash-out': 'refused', forfeit: 'waits' },
    ...{ says: 'held', shows: 'usual' },
    desk: 'Withdrawals are held.',
  },
  'turned-down': {
    ways: {
      ...free,
      ...{ card: 'refused', 'card-paid': 'returned' },
      ...{ withdraw: 'refused', 'cash-out': 'refused', forfeit: 'waits' },
    },
    ...{ says: 'verify', shows: 'usual' },
    desk: 'The identity check rejected the customer: they buy nothing by card, and withdraw nothing.',
  },
  // Nobody may lose anything because they could not withdraw, or could not be asked or told.
  unverified: {
    ways: {
      ...free,
      ...{ card: 'up-to', withdraw: 'refused', 'cash-out': 'refused', forfeit: 'waits' },
    },
    ...{ says: 'verify', shows: 'usual' },
    desk: 'The identity check is missing: nothing could be withdrawn.',
  },
  untravelled: {
    ways: { ...anyTransfer, 'cash-out': 'goes', 'transfer-in': 'goes' },
    ...{ says: 'transfer', shows: 'delayed' },
    desk: 'The data of a transfer’s parties has not been handed over.',
  },
  unnamed: {
    ways: { ...free, deposit: 'waits', ...keeps },
    ...{ says: 'transfer', shows: 'asks' },
    desk: 'The customer must say who sent a deposit.',
  },
  cancelling: {
    ...{ ways: sent, says: 'transfer', shows: 'usual' },
    desk: 'A withdrawal is to be cancelled once the custodian’s list was compared.',
  },
  untold: {
    ...{ ways: sent, says: 'transfer', shows: 'usual' },
    desk: 'The mail that says how to stop a withdrawal has not left.',
  },
  unmatched: {
    ...{ ways: sent, says: 'transfer', shows: 'usual' },
    desk: 'A party has sent what the books lack: nothing leaves until that is settled.',
  },
  'card-doubt': {
    ...{ ways: sent, says: 'transfer', shows: 'usual' },
    desk: 'The card provider contradicts a purchase of the customer: nothing leaves until that is settled.',
  },
  paying: {
    ...{ ways: { ...free, ...keeps }, says: 'paying', shows: 'usual' },
    desk: 'A card payment is under way and may still bring money.',
  },
  unreachable: {
    ...{ ways: { ...free, forfeit: 'waits' }, says: 'nothing', shows: 'usual' },
    desk: 'No address is known that mails reach.',
  },
  requesting: {
    ...{ ways: { ...free, forfeit: 'waits' }, says: 'nothing', shows: 'usual' },
    desk: 'A request of the customer is not answered.',
  },
  recovering: {
    ...{ ways: { ...free, forfeit: 'waits' }, says: 'nothing', shows: 'usual' },
    desk: 'The customer is on the way back into the account.',
  },
  'no-withdrawals': {
    ways: { ...free, withdraw: 'no-new', 'cash-out': 'no-new', claim: 'no-new' },
    ...{ says: 'withdrawals-paused', shows: 'usual' },
    desk: 'An operator has closed withdrawals: no new one is taken.',
  },
  'no-payouts': {
    ways: { ...free, 'cash-out': 'no-new', claim: 'no-new' },
    ...{ says: 'withdrawals-paused', shows: 'usual' },
    desk: 'An operator has closed payouts: no new one is taken.',
  },
  // Whoever leaves need not wait for us: what came goes back to its sender once the bank is open.
  'no-bank': {
    ways: { ...free, 'transfer-in': 'waits', 'cash-out': 'no-new', claim: 'no-new' },
    ...{ says: 'withdrawals-paused', shows: 'usual' },
    desk: 'An operator has closed the bank: nothing is credited or given back.',
  },
  paused: {
    ways: { ...free, ...noTrade, 'card-paid': 'waits' },
    ...{ says: 'paused', shows: 'usual' },
    desk: 'An operator has closed what is exchanged.',
  },
  // A withdrawal needs a price for its limit.
  doubted: {
    ways: { ...free, ...noTrade, 'card-paid': 'waits', withdraw: 'no-new' },
    ...{ says: 'price', shows: 'usual' },
    desk: 'The price of what is exchanged is in doubt.',
  },
  racing: {
    ways: { ...free, ...noTrade, 'card-paid': 'waits' },
    ...{ says: 'price', shows: 'usual' },
    desk: 'The price of what is exchanged moves too fast.',
  },
  owing: {
    ways: {
      ...free,
      ...{ sell: 'pays', withdraw: 'covers', 'cash-out': 'covers' },
      ...{ 'transfer-in': 'pays', 'payout-back': 'pays' },
      ...{ close: 'pays', end: 'told', forfeit: 'pays', erase: 'told' },
    },
    ...{ says: 'nothing', shows: 'usual' },
    desk: 'The customer owes what a bank, or a card’s, took back.',
  },
};

/** Whether it does not go. */
export const stops = (answer: Answer): answer is Stop => {
  switch (answer) {
    case 'goes':
    case 'pays':
    case 'covers':
    case 'told':
    case 'up-to':
      return false;
    case 'refused':
    case 'no-new':
    case 'skipped':
    case 'waits':
    case 'returned':
    case 'case':
      return true;
  }
};
