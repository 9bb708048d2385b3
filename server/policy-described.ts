import {
  FEE_BPS,
  LEAST_CENTS,
  MOST_CENTS,
  MOST_WORSE_BPS,
  PRICE_HELD_SECONDS,
} from '#core/money/purchase.ts';
import { KYC_THRESHOLD_CENTS } from '#core/money/purchase-approval.ts';
import { CONTROL_FROM_EUR_CENTS } from '#core/people/counterparty.ts';
import { RECOVERY_HOLD_HOURS, SECURITY_HOLD_HOURS } from '#core/people/hold-hours.ts';
import type * as policy from './policy.ts';

/** Who confirms a change: those who answer for what the number is for. */
type Confirmer = 'business' | 'compliance' | 'security';

/** What a reader of docs/policy.md is told about a number, in Markdown. */
export interface DescribedNumber {
  readonly unit: string;
  readonly what: string;
  /** The legal document, or the line of docs/requirements.md, that promises or demands it. */
  readonly by: string;
  readonly confirms: Confirmer;
}

const ours =
  (confirms: Confirmer) =>
  (unit: string, what: string, by: string): DescribedNumber => ({ unit, what, by, confirms });
const business = ours('business');
const compliance = ours('compliance');
const security = ours('security');

const prices = '[Terms](../legal/terms-and-conditions.md), Prices, fees and limits';
const aml = '[AML/CFT policy](../legal/aml-cft-policy.md)';
const kept = '[Privacy policy](../legal/privacy-policy.md), How long we keep it';

/** Every number of policy.ts: one that is missing here does not compile. */
export const numbers: Readonly<Record<keyof typeof policy, DescribedNumber>> = {
  SPREAD_BPS: business('basis points', 'the spread of a conversion, of its fair amount', prices),
  RECURRING_SPREAD_BPS: business(
    'basis points',
    'the widest spread at which a recurring buy buys; at a wider one it waits',
    'HARD-53',
  ),
  CASH_BAND_BPS: business(
    'basis points',
    'how far an exchange rate may move while a quote is valid',
    'HARD-48',
  ),
  MOST_RECURRING_BUYS: business('of a customer', 'recurring buys that have not ended', 'LIVE-07'),
  MOST_PRICE_ALERTS: business('of a customer', 'price alerts', 'LIVE-05'),
  PURCHASE_TOLERANCE_BPS: business(
    'basis points',
    'how far the price of a purchase may have moved since the page last looked, seconds ago',
    'HARD-14',
  ),
  PURCHASE_PAYABLE_MINUTES: business('minutes', 'how long a purchase can be paid', 'HARD-14'),
  UNVERIFIED_DAYS: compliance(
    'days',
    'purchases without an approved identity check count together within them; how much is the setting `UNVERIFIED_TOTAL`',
    'SPEC-05',
  ),
  UNNAMED_CARDS_THRESHOLD_USDC: compliance(
    'USDC',
    'so much paid by cards without a name is a case at the desk',
    'SPEC-06',
  ),
  UNNAMED_CARDS_DAYS: compliance('days', 'the time within which that counts together', 'SPEC-06'),
  DAILY_WITHDRAWAL_USD_CENTS: business(
    'cents of USD',
    'what a customer may withdraw in any 24 hours',
    'BEY-09',
  ),
  WITHDRAWAL_HELD_SECONDS: security(
    'seconds',
    'how long a withdrawal waits and can be cancelled: to a known and to a new recipient',
    'BEY-14',
  ),
  UNSURE_PAYEE_HELD_SECONDS: security(
    'seconds',
    'how long cash waits for an account that was never paid to, if its bank does not say whose it is',
    'BEY-14',
  ),
  SAVED_RECIPIENT_KNOWN_SECONDS: security(
    'seconds',
    'after which a saved recipient counts as known',
    'BEY-14',
  ),
  BOOK_ONLY_DELAY_SECONDS: security(
    'seconds',
    'how long leaving “address book only” takes, and how long a recipient saved in it waits',
    'LIVE-08',
  ),
  MOST_SAVED_RECIPIENTS: business('of a customer', 'entries of the address book', 'D19'),
  LINKED_SECONDS: compliance(
    'seconds',
    'transfers of a customer in one direction within this time count together against a threshold in EUR',
    'HARD-57',
  ),
  LARGE_TRANSFER_EUR_CENTS: compliance(
    'cents of EUR',
    'the reporting threshold, for one transfer or linked ones',
    `${aml}, Transactions above the threshold`,
  ),
  TWO_OFFICERS_EUR_CENTS: compliance(
    'cents of EUR',
    'above this value two officers release what is held',
    'HARD-57',
  ),
  PROPOSED_SECONDS: compliance(
    'seconds',
    'how long the first officer’s decision waits for the second’s',
    'KEEP-10',
  ),
  SUSPENDED_BUSINESS_DAYS: compliance(
    'business days',
    'the length of a suspension while the authority decides',
    `${aml}, Suspicious transactions and activity`,
  ),
  CLOSED_MONEY_BUSINESS_DAYS: compliance(
    'business days',
    'within which officers decide on money of a closed account',
    'HARD-51',
  ),
  SENSITIVE_OPEN_SECONDS: security(
    'seconds',
    'how long what an officer opened with a second factor can be read',
    'READ-08',
  ),
  LATEST_ANSWER_DAYS: compliance(
    'days',
    'the latest day of a postponed answer, from the customer’s request on',
    'KEEP-03',
  ),
  MOST_OPEN_REQUESTS: business('of a customer', 'requests that are not answered yet', 'KEEP-03'),
  DATA_UPDATE_YEARS: compliance(
    'years',
    'how often a customer’s data is updated, by risk group',
    `${aml}, Keeping data up to date`,
  ),
  DATA_UPDATE_OPEN_DAYS: compliance(
    'days',
    'before the due date from which on an update can be made; the first reminder is sent then',
    'KEEP-09',
  ),
  DATA_UPDATE_GRACE_MONTHS: compliance(
    'months',
    'after the due date from which on an account without the update is limited',
    '[Terms](../legal/terms-and-conditions.md), Opening a profile',
  ),
  TAX_ANSWER_DAYS: compliance(
    'days',
    'after which an account without an answer about tax residence is limited',
    'KEEP-14',
  ),
  NOTICE_MONTHS: compliance(
    'months',
    'the notice period when the company ends a relationship',
    '[Terms](../legal/terms-and-conditions.md), Changes, and how the agreement ends',
  ),
  CLAIM_MONTHS: compliance(
    'months',
    'afterwards, within which the customer can claim what they hold',
    '[Terms](../legal/terms-and-conditions.md), Changes, and how the agreement ends',
  ),
  YEARS_KEPT: compliance('years', 'how long the archive keeps each part', kept),
  YEARS_KEPT_LONGER: compliance('years', 'how much longer, once, if an authority asks', kept),
  REGISTER_KEPT_SECONDS: compliance(
    'seconds',
    'how long registers are kept from the end of the relationship on',
    'READ-12',
  ),
  ACCESS_SECONDS: security('seconds', 'how long an access token is valid', 'D27'),
  REFRESH_SECONDS: security('seconds', 'how long a session lasts that is not used', 'D27'),
  MOST_SESSIONS: security('of a customer', 'open sessions', 'HARD-41'),
  FREE_SIGN_IN_ATTEMPTS: security('attempts', 'wrong passwords before the first lock', 'HARD-26'),
  FIRST_LOCK_SECONDS: security(
    'seconds',
    'the first lock; each further one is twice as long',
    'HARD-26',
  ),
  LONGEST_LOCK_SECONDS: security('seconds', 'the longest lock', 'HARD-26'),
  CODE_MINUTES: security('minutes', 'how long a mailed code is valid', 'AUTH-16'),
  CODE_TRIES: security('attempts', 'of typing it', 'AUTH-16'),
  CODE_PAUSE_SECONDS: security('seconds', 'between two codes', 'BEY-21'),
  RECOVERY_CODES: security('codes', 'that stand for a lost second factor, each once', 'BEY-10'),
  RECOVERY_CHECK_HOURS: security(
    'hours',
    'to pass the identity check for a lost second factor; how long is waited then is the setting `RECOVERY_WAIT_HOURS`',
    'D46',
  ),
  LEAST_RECOVERY_HOURS: security(
    'hours',
    'the least that this setting may be in production',
    'D46',
  ),
  GIVEN_ADDRESS_WAIT_SECONDS: security(
    'seconds',
    'how long the e-mail address of before can stop another one that operators give an account',
    'READ-14',
  ),
  REPORT_LINK_DAYS: security(
    'days',
    'how long the link “This wasn’t me” of a mail is valid',
    'HARD-22',
  ),
};

/** Numbers that pages know, too, with where they stand. */
export const sharedNumbers: readonly (DescribedNumber & {
  readonly name: string;
  readonly value: bigint | number;
  readonly file: string;
})[] = [
  {
    ...business('basis points', 'the fee of a purchase by card, of the total charged', prices),
    ...{ name: 'FEE_BPS', value: FEE_BPS, file: 'money/purchase.ts' },
  },
  {
    ...business('seconds', 'how long the price of a purchase is guaranteed', 'HARD-14'),
    ...{ name: 'PRICE_HELD_SECONDS', value: PRICE_HELD_SECONDS, file: 'money/purchase.ts' },
  },
  {
    ...business(
      'basis points',
      'if the price has risen by more than this since it was shown, nothing is bought',
      'HARD-14',
    ),
    ...{ name: 'MOST_WORSE_BPS', value: MOST_WORSE_BPS, file: 'money/purchase.ts' },
  },
  {
    ...business('cents of the currency', 'the smallest purchase', 'BUY-02'),
    ...{ name: 'LEAST_CENTS', value: LEAST_CENTS, file: 'money/purchase.ts' },
  },
  {
    ...business('cents of the currency', 'the largest purchase', 'BUY-02'),
    ...{ name: 'MOST_CENTS', value: MOST_CENTS, file: 'money/purchase.ts' },
  },
  {
    ...compliance(
      'cents of the currency',
      'a larger purchase needs an approved identity check',
      'BUY-04',
    ),
    ...{ name: 'KYC_THRESHOLD_CENTS', value: KYC_THRESHOLD_CENTS },
    file: 'money/purchase-approval.ts',
  },
  {
    ...compliance('cents of EUR', 'from which on control of an own wallet is proved', 'HARD-57'),
    ...{ name: 'CONTROL_FROM_EUR_CENTS', value: CONTROL_FROM_EUR_CENTS },
    file: 'people/counterparty.ts',
  },
  {
    ...security(
      'hours',
      'withdrawals are held after a change that may not have been the customer’s',
      'BEY-14',
    ),
    ...{ name: 'SECURITY_HOLD_HOURS', value: SECURITY_HOLD_HOURS, file: 'people/hold-hours.ts' },
  },
  {
    ...security('hours', 'the same, after an identity check stood for a second factor', 'HARD-22'),
    ...{ name: 'RECOVERY_HOLD_HOURS', value: RECOVERY_HOLD_HOURS, file: 'people/hold-hours.ts' },
  },
];
