import type { ArchivePart } from '#core/contract/staff/desk.ts';

/**
 * The numbers that the company decides on: limits, spreads, holds, periods. What each is for, where it is promised and
 * who confirms a change stands in policy-described.ts, and is made into docs/policy.md. Numbers that only bound work,
 * such as how many rows are read at once, stay with the code that does it; those that pages need, too, are in src/core.
 */

const DAY_SECONDS = 24 * 3600;

/** Basis points of the fair amount of a conversion. */
export const SPREAD_BPS = 25;
/** Twice the usual one, because a wider one means that the market is fast. */
export const RECURRING_SPREAD_BPS = 2 * SPREAD_BPS;
export const CASH_BAND_BPS = 50;
export const MOST_RECURRING_BUYS = 20;
export const MOST_PRICE_ALERTS = 50;

export const PURCHASE_TOLERANCE_BPS = 10n;
export const PURCHASE_PAYABLE_MINUTES = 15;
export const UNVERIFIED_DAYS = 30;
/** Whole USDC, as purchases are recorded. */
export const UNNAMED_CARDS_THRESHOLD_USDC = 1_000;
export const UNNAMED_CARDS_DAYS = 30;

export const DAILY_WITHDRAWAL_USD_CENTS = 5_000_000n;
export const WITHDRAWAL_HELD_SECONDS = { known: 60, new: 300 } as const;
export const UNSURE_PAYEE_HELD_SECONDS = DAY_SECONDS;
/** An intruder can save an address too, so it is trusted only after the mail about it has had its time. */
export const SAVED_RECIPIENT_KNOWN_SECONDS = DAY_SECONDS;
/** An intruder could otherwise leave the mode, or save a recipient in it. */
export const BOOK_ONLY_DELAY_SECONDS = DAY_SECONDS;
export const MOST_SAVED_RECIPIENTS = 100;

export const LINKED_SECONDS = DAY_SECONDS;
export const LARGE_TRANSFER_EUR_CENTS = 1_500_000n;
export const TWO_OFFICERS_EUR_CENTS = 1_500_000n;
export const PROPOSED_SECONDS = DAY_SECONDS;
export const SUSPENDED_BUSINESS_DAYS = 10;
export const CLOSED_MONEY_BUSINESS_DAYS = 10;
export const SENSITIVE_OPEN_SECONDS = 600;
export const LATEST_ANSWER_DAYS = 92;
export const MOST_OPEN_REQUESTS = 20;

export const DATA_UPDATE_YEARS = {
  low: 3,
  medium: 2,
  high: 1,
};
export const DATA_UPDATE_OPEN_DAYS = 30;
export const DATA_UPDATE_GRACE_MONTHS = 3;
export const TAX_ANSWER_DAYS = 60;
export const NOTICE_MONTHS = 2;
export const CLAIM_MONTHS = 12;
export const YEARS_KEPT: Readonly<Record<ArchivePart, number>> = {
  identity: 8,
  correspondence: 5,
  personal: 5,
};
export const YEARS_KEPT_LONGER = 2;
/** Eight years, each as a leap year, so that none is too short. */
export const REGISTER_KEPT_SECONDS = 8 * 366 * DAY_SECONDS;

export const ACCESS_SECONDS = 15 * 60;
export const REFRESH_SECONDS = 30 * DAY_SECONDS;
export const MOST_SESSIONS = 50;
export const FREE_SIGN_IN_ATTEMPTS = 5;
export const FIRST_LOCK_SECONDS = 60;
export const LONGEST_LOCK_SECONDS = 3600;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const CODE_PAUSE_SECONDS = 30;
export const RECOVERY_CODES = 10;
export const RECOVERY_CHECK_HOURS = 7 * 24;
export const LEAST_RECOVERY_HOURS = 24;
export const GIVEN_ADDRESS_WAIT_SECONDS = 3 * DAY_SECONDS;
export const REPORT_LINK_DAYS = 7;
