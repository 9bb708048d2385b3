import type { HoldReason } from '#core/contract/account/security.ts';
import type { Waiting } from '#core/contract/money/waiting.ts';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import { stageWords, type WithdrawalStage } from '#core/money/withdrawal-state.ts';
import { longestUntil, usualTime } from '#core/networks/arrival-text.ts';
import { requestTitles } from '#core/people/request-rules.ts';
import { REVIEW_TIME } from '#core/people/verification-texts.ts';
import type { ProfilePath, RoutePath } from '#core/routes.ts';

/** The page on which the customer can do something now, and its name. */
interface NextStep {
  readonly text: string;
  readonly path: RoutePath | ProfilePath;
}

/** The texts about one waiting thing. */
export interface WaitingText {
  /** Without an amount, because help pages and mails use it too. */
  readonly title: string;
  /** The amount, if it is about money. */
  readonly amount?: string;
  /** What it waits for. */
  readonly why: string;
  /** When the customer will hear. */
  readonly by: string;
  readonly next: NextStep;
}

const HOUR_MS = 3_600_000;

const HISTORY: NextStep = { text: 'See in history', path: '/transactions' };
const CANCEL: NextStep = { text: 'Cancel in history', path: '/transactions' };
const SECURITY: NextStep = { text: 'Open Security', path: '/profile/security' };
const VERIFICATION: NextStep = { text: 'See your verification', path: '/profile/verification' };
const ADD_MONEY: NextStep = { text: 'See your transfers', path: '/cash/add' };
const SENDER: NextStep = { text: 'Say who sent it', path: '/waiting' };
const RESET: NextStep = { text: 'Reset your password', path: '/profile/security' };
const REQUESTS: NextStep = { text: 'See your requests', path: '/requests' };

/** The same words for every reason: by law, a customer under suspicion must not be warned (KEEP-06). */
const LONGER = 'This takes longer than usual.';
const NOTHING_TO_DO = 'You hear as soon as there is news. There is nothing for you to do.';

const reasons: Readonly<Record<HoldReason, string>> = {
  'password-reset': 'Your password was reset.',
  'two-factor': 'Your second factor was changed.',
  email: 'Your email address was changed.',
  recovery: 'Your second factor was removed for you.',
  reported: 'You reported activity that was not yours.',
  asked: 'You slowed every way out.',
  identity: 'Your identity was checked in place of another factor.',
};

const stageSentence = (stage: WithdrawalStage): string => {
  const { title, more } = stageWords(stage);
  return `${title}. ${more}`;
};

/** How long a network usually takes, and after what time a transfer counts as late. */
function networkTime(network: string, since: string, timeOf: (at: number) => string): string {
  const latest = timeOf(longestUntil(network, Date.parse(since)));
  return `It usually takes ${usualTime(network)}. If you hear nothing by ${latest}, write to us.`;
}

/**
 * The texts for one waiting thing. The switch is exhaustive: a new kind does not compile before it has a
 * text, a deadline and a next step (EASE-15). `timeOf` formats an instant in milliseconds.
 */
export function toldOf(one: Waiting, timeOf: (at: number) => string): WaitingText {
  const at = (instant: string): string => timeOf(Date.parse(instant));
  switch (one.kind) {
    case 'withdrawal-held':
      return {
        title: `Withdrawal of ${one.currency}`,
        amount: formatCrypto(one.amount, one.currency),
        why: stageWords('held').more,
        by: `${stageWords('held', { until: at(one.until) }).title}.`,
        next: CANCEL,
      };
    case 'withdrawal-sending':
      return {
        title: `Withdrawal of ${one.currency}`,
        amount: formatCrypto(one.amount, one.currency),
        why: stageSentence('sending'),
        by: `This usually takes a few minutes. If you hear nothing by ${timeOf(Date.parse(one.since) + HOUR_MS)}, write to us.`,
        next: HISTORY,
      };
    case 'withdrawal-delayed':
      return {
        title: `Withdrawal of ${one.currency}`,
        amount: formatCrypto(one.amount, one.currency),
        why: LONGER,
        by: NOTHING_TO_DO,
        next: HISTORY,
      };
    case 'withdrawal-confirming':
      return {
        title: `Withdrawal of ${one.currency}`,
        amount: formatCrypto(one.amount, one.currency),
        why: `${stageWords('sent').title}: the ${one.network} network is confirming it.`,
        by: networkTime(one.network, one.since, timeOf),
        next: HISTORY,
      };
    case 'withdrawal-returning':
      return {
        title: `Withdrawal of ${one.currency}`,
        amount: formatCrypto(one.amount, one.currency),
        why: 'It failed, and your money comes back to your wallet.',
        by: `If it is not back by ${timeOf(Date.parse(one.since) + HOUR_MS)}, write to us.`,
        next: HISTORY,
      };
    case 'deposit':
      return {
        title: `Deposit of ${one.currency}`,
        amount: formatCrypto(one.amount, one.currency),
        why: `${one.confirmations} of ${one.needed} confirmations of the ${one.network} network.`,
        by: networkTime(one.network, one.since, timeOf),
        next: HISTORY,
      };
    case 'deposit-delayed':
      return {
        title: `Deposit of ${one.currency}`,
        amount: formatCrypto(one.amount, one.currency),
        why: LONGER,
        by: NOTHING_TO_DO,
        next: HISTORY,
      };
    case 'deposit-asks':
      return {
        title: `Deposit of ${one.currency}`,
        amount: formatCrypto(one.amount, one.currency),
        why: 'Nobody told us who sent it, and the law makes us ask.',
        by: 'It is added to your balance once you have said it.',
        next: SENDER,
      };
    case 'transfer-arriving':
      return {
        title: 'Bank transfer',
        amount: formatFiat(one.amount, one.currency),
        why: 'The bank tells of it, and it has not arrived.',
        by: 'It usually takes minutes, at the latest until the end of the next business day.',
        next: ADD_MONEY,
      };
    case 'transfer-returning':
      return {
        title: 'Bank transfer',
        amount: formatFiat(one.amount, one.currency),
        why: 'It is not in your currency or not from an account in your name, so it goes back.',
        by: 'The bank it came from may take some days to show it.',
        next: ADD_MONEY,
      };
    case 'purchase':
      return {
        title: 'Card payment',
        amount: formatFiat(one.amount, one.currency),
        why: 'The card provider has not told us how it ended.',
        by: `It ends by itself. If you hear nothing by ${timeOf(Date.parse(one.since) + HOUR_MS)}, write to us.`,
        next: HISTORY,
      };
    case 'refund':
      return {
        title: 'Card payment',
        amount: formatFiat(one.amount, one.currency),
        why: 'Nothing was bought, and the payment goes back to your card.',
        by: 'Your bank may take up to ten days to show it.',
        next: HISTORY,
      };
    case 'identity':
      return {
        title: 'Identity check',
        why: 'A reviewer looks at what you sent.',
        by: `${REVIEW_TIME} You hear by email.`,
        next: VERIFICATION,
      };
    case 'hold':
      return {
        title: 'Withdrawals',
        why: reasons[one.reason],
        by:
          one.until === null
            ? 'They open again when you reset your password.'
            : `They open again on ${at(one.until)}.`,
        next: one.until === null ? RESET : SECURITY,
      };
    case 'request':
      return {
        title: requestTitles[one.request],
        why: `We look into it. Its reference is ${one.reference}.`,
        by: `We answer by ${at(one.until)}.`,
        next: REQUESTS,
      };
    case 'recovery':
      return {
        title: 'Removing your second factor',
        why: 'Somebody with access to your mailbox asked for it.',
        by:
          one.until === null
            ? 'It begins to wait once your identity has been checked again.'
            : `It is removed on ${at(one.until)}. Until then you can stop it.`,
        next: SECURITY,
      };
  }
}
