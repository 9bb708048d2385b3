import type { ArchivePart, IdentityCheck } from '#core/contract/staff/desk.ts';
import {
  type CaseDecision,
  type CaseKind,
  caseKinds,
  type Register,
} from '#core/contract/staff/desk-act.ts';
import type { Channel } from '#core/people/channels.ts';
import { closeOf } from '#core/time/business-time.ts';
import { CUSTODIAN_STATUS, PURCHASE_STATE } from '#core/words/staff.ts';

export const decisionTitles: Readonly<Record<CaseDecision, string>> = {
  answer: 'Answer',
  reject: 'Reject',
  'no-error': 'No error found: explanation follows',
  later: 'It takes longer',
  close: 'Close',
  release: 'Release',
  report: 'Reported to the authority',
  confirm: 'Confirmed by the authority',
  nothing: 'Nothing to report',
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk',
  end: 'End with two months’ notice',
  'end-now': 'End at once',
  'go-on': 'The agreement goes on',
  pay: 'Pay it out',
  refund: 'Give it back to the card',
  book: 'Book it as ours',
  theirs: 'The same person: they owe it',
  'not-theirs': 'Somebody else: they owe nothing',
  'take-back': 'Take it back: it was somebody else',
  waive: 'Nothing more is owed',
  'give-back': 'Give it back to the customer',
};

/** What a decision says where its own name would leave open what it is about. */
const ownTitles: Readonly<
  Partial<Record<CaseKind, Readonly<Partial<Record<CaseDecision, string>>>>>
> = {
  'deposit-aside': { close: 'Close the case of this deposit' },
  'bank-aside': { close: 'Close the case of this transfer', release: 'It is the customer’s' },
  payee: { release: 'Allow payouts to this account', close: 'No payouts to this account' },
  'charge-back': { close: 'Close the case of this dispute' },
  'card-holder': { close: 'Close the case of these cards' },
  stuck: { close: 'Close the case: it was settled by hand' },
};

/** What an officer chooses, and what its button says. */
export const decisionTitle = (kind: CaseKind, decision: CaseDecision): string =>
  ownTitles[kind]?.[decision] ?? decisionTitles[decision];

/** What many cases of a kind are called. */
export const kindTitles: Readonly<Record<CaseKind, string>> = {
  request: 'Requests and complaints',
  held: 'Held by screening',
  suspended: 'Held by monitoring',
  monitoring: 'Monitoring alerts',
  'deposit-aside': 'Deposits set aside',
  'bank-aside': 'Transfers set aside',
  'closed-money': 'Money of closed accounts',
  payee: 'Payout accounts',
  risk: 'Risk groups',
  ending: 'Relationships ended',
  debt: 'Debts',
  'charge-back': 'Disputed cards',
  'card-holder': 'Card holders',
  identity: 'Identity checks',
  stuck: 'Not moving',
};

/** The effect of a decision, for cases that are no requests. */
const heldHelp: Readonly<Partial<Record<CaseDecision, string>>> = {
  reject:
    'For the record. The customer reads only that it could not be carried out: a withdrawal is given back, a deposit is kept aside. What was credited before stays, and nothing leaves that account.',
};

const grouped = 'For the record. The customer reads nothing of it.';

const helps: Readonly<Record<CaseDecision, string>> = {
  answer: 'The customer reads this, in the app and by email.',
  reject: 'The customer reads this, in the app and by email.',
  'no-error': 'For the record. The customer reads that no error was found.',
  later: 'The customer reads why, in the app and by email.',
  close: 'What was found and done. It stays with the case.',
  release: 'For the record. It goes on by itself; the customer reads nothing of it.',
  report:
    'The report’s number, for the record. What is held stays held, and nobody tells the customer.',
  confirm:
    'The number of what it wrote, for the record. It stays held until it is released or rejected, and nobody tells the customer.',
  nothing: 'What was looked at, for the record and the register. The customer reads nothing of it.',
  low: grouped,
  medium: grouped,
  high: grouped,
  end: 'For the record and the register. The customer reads when it ends and what they can do until then, and not why.',
  'end-now':
    'For the record and the register: fraud, false information, money laundering, sanctions or another serious breach. The customer reads that it has ended and what they can do, and not why.',
  'go-on': 'For the record. The customer reads that the agreement goes on.',
  pay: 'How you know that it is theirs, such as what they wrote and how you know them again. For the record; they read that it was paid.',
  refund:
    'For the record. The provider gives the payment back to the card, and what it bought is ours again.',
  book: 'Why it can be paid to nobody, for the record. They read that it was booked as ours.',
  theirs:
    'What shows that it is the same person, such as documents or addresses of both accounts, for the record. It is taken from their cash, and they read that.',
  'not-theirs': 'What shows that it is not, for the record. The customer reads nothing of it.',
  'take-back':
    'What shows that it was somebody else, for the record. They get back what was taken, and read that.',
  waive:
    'How it was paid, or why it is given up, for the record. The customer reads that nothing more is owed for it.',
  'give-back':
    'How you know that it was not sent, for the record. The first officer’s decision stops it; two minutes later the second one’s gives it back, if whoever sends it says that there is no such transfer. The customer reads that it did not go through.',
};

/** The effects for a relationship that has ended. */
const endedHelp: Readonly<Partial<Record<CaseDecision, string>>> = {
  later: 'For the record. The customer reads that they have more time, and until when.',
};

/** The effects for a finding of the monitoring rules about a transfer that was not held. */
const monitoringHelp: Readonly<Partial<Record<CaseDecision, string>>> = {
  report: 'The report’s number, for the record and the register. Nobody tells the customer.',
};

/** The effects for an account to which no cash is paid, because the bank says that it is somebody else's. */
const payeeHelp: Readonly<Partial<Record<CaseDecision, string>>> = {
  release:
    'What shows that it is the customer’s account, for the record. Cash may be paid out to it from now on; tell the customer.',
  close: 'For the record. No cash is paid out to it; the customer reads nothing of it.',
};

const SHOWS = 'What shows that the document is the customer’s, for the record.';
const SHOWS_NOT = 'What shows that it is somebody else’s, for the record.';

/** The effects for an identity check of whose document it is not known that it is the customer’s, by what it was for. */
const identityHelp: Readonly<
  Record<IdentityCheck, Readonly<Partial<Record<CaseDecision, string>>>>
> = {
  first: {
    theirs: `${SHOWS} Their check counts then, under the document’s name; they read that they are verified.`,
    'not-theirs': `${SHOWS_NOT} The check is refused for good, which the customer reads.`,
  },
  update: {
    theirs: `${SHOWS} Their data counts as updated, under the document’s name; no message tells them.`,
    'not-theirs': `${SHOWS_NOT} Their data stays due for an update, which they can begin anew; no message tells them. Their first check stays as it is.`,
  },
  session: {
    theirs: `${SHOWS} The password that was set by email counts as theirs then. They read that, and withdrawals are held for 72 hours. Their name stays what it was.`,
    'not-theirs': `${SHOWS_NOT} This check counts for nothing, which the customer reads, and another one can be made. Their first check stays as it is.`,
  },
  recovery: {
    theirs: `${SHOWS} The recovery goes on: its wait begins, of which the customer reads, or goes on, and at its end the lost second factor is removed. Their name stays what it was.`,
    'not-theirs': `${SHOWS_NOT} This recovery ends: its page says so, and where it was waiting already, a mail does. The second factor and their first check stay as they are.`,
  },
  gift: {
    theirs: `${SHOWS} The check counts as passed: a second operator can agree to the new address. No message tells anybody, and their name stays what it was.`,
    'not-theirs': `${SHOWS_NOT} The account does not get this address by it, which the page of the check says. Its address and their first check stay as they are.`,
  },
};

/** The effects for a card of which it is not known that it is the customer's. */
const cardHolderHelp: Readonly<Partial<Record<CaseDecision, string>>> = {
  theirs:
    'What shows that the card is the customer’s, for the record. What they paid for is theirs within a minute.',
  'not-theirs':
    'What shows that it is somebody else’s, for the record. The payment goes back to the card, which the customer reads.',
  close:
    'What shows whose cards they are, such as a statement, and what was done, for the record. What was bought stays; the customer reads nothing of it.',
};

/** The effects for a transfer whose payer has nearly the customer's name. */
const nearNameHelp: Readonly<Partial<Record<CaseDecision, string>>> = {
  release: 'What shows that the payer is the customer, for the record. The customer is credited.',
  reject: 'For the record. It goes back to the payer, which the customer reads.',
};

/** The effects for money that does not move. */
const stuckHelp: Readonly<Partial<Record<CaseDecision, string>>> = {
  'go-on': 'For the record. It is asked about, or ordered, once more at once.',
  reject:
    'For the record. It is credited to nobody and set aside, for somebody to send it back by hand; the customer reads that it could not be credited.',
  release:
    'How you know who sent it, for the record. It is credited once it is screened; the customer is not asked any more.',
  refund:
    'For the record. The provider is asked to give it back to the card, and the customer reads that.',
  close:
    'What was found and done, such as how it was given back or what was corrected in the books. It stays with the case.',
};

const helpsOf = (
  kind: CaseKind,
  check: IdentityCheck,
): Readonly<Partial<Record<CaseDecision, string>>> => {
  switch (kind) {
    case 'ending':
      return endedHelp;
    case 'request':
      return {};
    case 'monitoring':
      return monitoringHelp;
    case 'payee':
      return payeeHelp;
    case 'bank-aside':
      return nearNameHelp;
    case 'identity':
      return identityHelp[check];
    case 'card-holder':
      return cardHolderHelp;
    case 'closed-money':
    case 'debt':
    case 'charge-back':
      return {};
    case 'stuck':
      return stuckHelp;
    case 'held':
    case 'suspended':
    case 'deposit-aside':
    case 'risk':
      return heldHelp;
  }
};

/** The help text of the field for the reason. `check`: which one a case of an identity check is about. */
export const reasonHelp = (
  kind: CaseKind,
  decision: CaseDecision,
  check: IdentityCheck = 'first',
): string => helpsOf(kind, check)[decision] ?? helps[decision];

/** Whether the customer will read the reason. */
export const isTold = (kind: CaseKind, decision: CaseDecision): boolean =>
  kind === 'request' && (decision === 'answer' || decision === 'reject' || decision === 'later');

/** What the field for the reason is called: it wants a number where an authority was told. */
export function reasonLabel(kind: CaseKind, decision: CaseDecision): string {
  if (isTold(kind, decision)) return 'Text';
  if (decision === 'report') return 'Number of the report';
  return decision === 'confirm' ? 'Number of what it wrote' : 'Reason';
}

/** Stored states as people say them. */
const plainWords: Readonly<Record<string, string>> = {
  submitted: 'Under review',
  pending: 'Pending',
  incomplete: 'Not finished',
  not_started: 'Not begun',
  approved: 'Verified',
  rejected: 'Refused',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

export const plainWord = (value: string): string => plainWords[value] ?? value;

/** The facts whose values are stored states; others may be a customer's own words. */
const stateFacts: readonly string[] = [
  'Identity check',
  'Risk group',
  PURCHASE_STATE,
  CUSTODIAN_STATUS,
];

/** A fact in words for people. */
export const factText = ({ label, value }: { readonly label: string; readonly value: string }) =>
  stateFacts.includes(label) ? plainWord(value) : value;

/** A text that an officer may begin from. */
export interface Prepared {
  readonly title: string;
  /** Of a transaction: what, how much, its state and when, for the officer. */
  readonly about?: string;
  readonly text: string;
}

const preparedTexts: Readonly<Partial<Record<CaseDecision, readonly Prepared[]>>> = {
  answer: [
    {
      title: 'We looked into it',
      text: 'Thank you for writing to us. We have looked into it.',
    },
    { title: 'We put it right', text: 'You are right, and we are sorry. We have put it right.' },
  ],
  reject: [
    {
      title: 'Nothing was wrong',
      text: 'Thank you for writing to us. We have looked into it and found nothing wrong.',
    },
  ],
  later: [
    {
      title: 'It takes longer',
      text: 'This takes longer than we said, and we are sorry. You will have our answer by the new date.',
    },
  ],
};

/** At most so many of the transactions beside a case can be named with a press. */
const MOST_NAMED = 3;

/** A transaction by the id that its customer sees, and what an officer knows it by. */
export interface NamedTransaction {
  readonly id: string;
  readonly about: string;
}

/** What may be inserted into a text that the customer reads: nothing is preset, and each could be sent as it is. */
export function preparedFor(
  kind: CaseKind,
  decision: CaseDecision,
  transactions: readonly NamedTransaction[],
): readonly Prepared[] {
  if (!isTold(kind, decision)) return [];
  const named = transactions.slice(0, MOST_NAMED).map(({ id, about }) => ({
    title: `Transaction ${id}`,
    about,
    text: `It is about the transaction ${id}.`,
  }));
  return [...(preparedTexts[decision] ?? []), ...named];
}

export const registerTitles: Readonly<Record<Register, string>> = {
  requests: 'Requests of customers',
  held: 'What screening found',
  monitoring: 'What monitoring found',
  large: 'Transfers from EUR 15,000',
  ended: 'Relationships that we ended',
  aside: 'Deposits and transfers set aside',
  log: 'The log',
};

/** The ways in which an officer speaks with a customer. */
export const channelTitles: Readonly<Record<Channel, string>> = {
  phone: 'By phone',
  email: 'By email',
  video: 'By video call',
};

export const partTitles: Readonly<Record<ArchivePart, string>> = {
  identity: 'Who they were, and their transactions',
  correspondence: 'What was written',
  personal: 'What else the law asks for',
};

/** The name of a stored field in words: `first_name` becomes “First name”. */
export function storedName(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The address of a case's page. */
export const casePath = (kind: CaseKind, id: string): string =>
  `/admin/desk/${kind}/${encodeURIComponent(id)}`;

/** The page of a customer, by account: an address would stay in the log of a proxy. */
export const customerPath = (account: string): string =>
  `/admin/desk/customer/${encodeURIComponent(account)}`;

/** The account in the address of a customer's page; undefined for any other page. */
export function customerOf(path: string): string | undefined {
  const [, , , name, id = ''] = path.split('/');
  if (name !== 'customer' || id === '') return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}

/** The page of what is kept of a closed account. */
export const closedPath = (account: string): string =>
  `/admin/desk/closed?account=${encodeURIComponent(account)}`;

/** The case in a page's address; undefined if there is none. */
export function caseOf(path: string): { readonly kind: CaseKind; readonly id: string } | undefined {
  const [, , , name, id = ''] = path.split('/');
  const kind = caseKinds.find((one) => one === name);
  try {
    return kind && id ? { kind, id: decodeURIComponent(id) } : undefined;
  } catch {
    return undefined;
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The end of business on the date of a date field; undefined if it is no date. */
export function endOfBusiness(date: string): string | undefined {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) ? undefined : new Date(closeOf(at / DAY_MS)).toISOString();
}

/** How urgent a deadline is. */
export function urgencyOf(due: string | null, now: number): 'over' | 'soon' | 'later' {
  if (due === null) return 'later';
  const left = Date.parse(due) - now;
  if (left < 0) return 'over';
  return left < 3 * DAY_MS ? 'soon' : 'later';
}

const MINUTE_MS = 60_000;

/** A span of time in its largest unit: “52 min”, “3 h”, “20 days”. */
function spanText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(ms / HOUR_MS);
  const days = Math.floor(ms / DAY_MS);
  if (days > 1) return `${days} days`;
  return hours > 0 ? `${hours} h` : `${minutes} min`;
}

/** The remaining time, in its largest unit. */
export function leftText(due: string | null, now: number): string {
  if (due === null) return 'No date';
  const left = Date.parse(due) - now;
  return left < 0 ? `${spanText(-left)} late` : `${spanText(left)} left`;
}

/** How long ago it came. */
export const ageText = (since: string, now: number): string =>
  spanText(Math.max(0, now - Date.parse(since)));

/** Whether customers are covered, in words; null where a sandbox plays the party. */
export function coveredText(covered: boolean | null): string {
  if (covered === null) return 'Simulated';
  return covered ? 'Covered' : 'Not covered';
}
