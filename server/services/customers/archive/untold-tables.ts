import type { Schema } from '#server/store/schema/schema.ts';
import { all } from './column.ts';
import type { personalData } from './personal-data.ts';

const NOBODY = 'Says nothing about a customer.';
const CLOSED =
  'What the law has us keep of closed accounts, which nobody can sign in to: who had one asks our support.';
const SIMULATED = 'The memory of a simulated third party, which only the demonstration has.';

/** The tables that have no rows to tell, and why. A table that is forgotten here and in `personalData` does not compile. */
export const untoldTables: Readonly<
  Record<Exclude<keyof Schema, keyof typeof personalData>, string> & Record<string, string>
> = {
  ...all('address_counters audit_head bank_statements', NOBODY),
  ...all('build_files builds carf_messages books_marks', NOBODY),
  ...all(
    'card_settlements custody_feeds older_copies exchange_rates exposures house_totals',
    NOBODY,
  ),
  ...all(
    'house_totals_moment instruments market_candles market_pins market_shifts merchants',
    NOBODY,
  ),
  ...all('change_tellers payment_routes price_alert_rounds prices schema_migrations', NOBODY),
  ...all('server_keys terms_versions trading_halts', NOBODY),
  ...all('archive_acts archived archived_pieces closed_money erasures', CLOSED),
  bank_statement_entries:
    'Our bank’s statements: amounts and references, which tell no more than your transfers do.',
  browser_operations:
    'Answers to one browser for a short time, under a fingerprint of it: they are no account’s.',
  lost_bank_accounts:
    'Accounts at the bank whose owners our books do not know, so that nobody knows whose they are.',
  desk_proposals:
    'What one of our officers has decided and a second one has yet to confirm; then it is gone.',
  desk_decisions: 'Which of our officers decided a case last, under the case’s own name.',
  login_attempts: 'Counts of failed attempts under fingerprints, gone within a day.',
  mail_outbox: 'Emails on their way, sealed under a key of the server: they reach you as they are.',
  merchant_transactions: 'Merchants’ own sales: they belong to no account.',
  monitoring_hits:
    'What is noted where the law has us look closer at transfers: it forbids to tell whether there is any.',
  noted_changes:
    'That something of yours has changed, for the pages that are open; gone within a second.',
  nonces: 'Random numbers of messages, gone within minutes.',
  rate_limits: 'Counts under fingerprints, gone within a day.',
  ...all(
    'sandbox_bank_returns sandbox_bank_transfers sandbox_deposits sandbox_disputes',
    SIMULATED,
  ),
  ...all('sandbox_deposits_told sandbox_events sandbox_identities sandbox_mails', SIMULATED),
  ...all('sandbox_payments sandbox_switches sandbox_transfers sandbox_listed', SIMULATED),
  transfers_aside:
    'Transfers that our books do not know, so that nobody knows whose they are, and numbers of purchases whose provider is asked.',
};
