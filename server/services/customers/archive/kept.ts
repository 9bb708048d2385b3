import { type RawBuilder, sql } from 'kysely';
import type { ArchivePart } from '#core/contract/staff/desk.ts';

/** Which columns of a table are kept in the archive before its rows are removed, and why the others are not. */
interface Kept {
  readonly part: ArchivePart;
  readonly columns: readonly string[];
  readonly notKept: Readonly<Record<string, string>>;
  /** Which of the customer's rows; all if left out. */
  readonly only?: RawBuilder<unknown>;
  /** What is read before the others, where only that is looked for; any order if left out. */
  readonly first?: RawBuilder<unknown>;
  /** What is written to rows that stay, so that they name nobody; the others are deleted. */
  readonly blank?: RawBuilder<unknown>;
}

/** For a table that is removed as a whole: why the law does not make us keep it. */
interface Removed {
  readonly removed: string;
}

const ITSELF = 'The archive says whose it is.';
const SECRET = 'It signs somebody in, and nobody does any more.';
const CHOICE =
  'A choice of the customer about what the app does, and no document of the relationship.';
const COMMON =
  'It is neither identity nor transaction nor correspondence: the law asks for none of it.';
const STAYS = 'It stays where it is and names nobody.';

/** What is of the time before the account was closed: what officers send or see after it is under way. */
const whileOpen = (table: string, moment: string) =>
  sql`${sql.ref(`${table}.${moment}`)} <= coalesce(
    (select deleted_at from users where users.id = ${sql.ref(`${table}.user_id`)}), 'infinity')`;

/**
 * What happens to each table with rows of a customer when the account is closed (KEEP-05), in this order.
 * `tests/rules/archive.test.ts` compares the columns with the database.
 */
export const erasedTables = {
  sessions: { removed: SECRET },
  recovery_codes: { removed: SECRET },
  second_factor_grants: { removed: SECRET },
  saved_addresses: {
    part: 'personal',
    columns: [
      ...['id', 'kind', 'label', 'currency', 'network', 'address', 'tag', 'holder', 'iban', 'bsb'],
      ...['account_number', 'created_at', 'payee_answer', 'payee_name', 'payee_asked_at'],
      ...['payee_refused_at', 'payee_decided_at', 'payee_decided_for', 'payee_allowed'],
      'doubted_at',
    ],
    notKept: { user_id: ITSELF },
  },
  counterparties: {
    part: 'personal',
    columns: [
      ...['network', 'address', 'tag', 'owner', 'name', 'country', 'provider', 'said_at'],
      ...['proved_at', 'proved_by'],
    ],
    notKept: { user_id: ITSELF, nonce: SECRET },
  },
  notification_settings: { removed: CHOICE },
  // Before the notices, so that an alert that fires meanwhile cannot write one after they are gone.
  price_alerts: { removed: CHOICE },
  recurring_buys: { removed: CHOICE },
  data_updates: {
    part: 'identity',
    columns: [
      'risk_group',
      'rules_group',
      'chosen',
      'updated_at',
      'due_at',
      'limited_at',
      'check_id',
    ],
    notKept: { user_id: ITSELF, told: COMMON, look_at: COMMON },
  },
  tax_certifications: {
    part: 'identity',
    columns: [
      ...['id', 'address', 'city', 'state', 'postal', 'country', 'residences', 'declaration'],
      'certified_at',
    ],
    notKept: { user_id: ITSELF },
    first: sql`id desc`,
  },
  tax_asks: {
    part: 'identity',
    columns: ['asked_at', 'limited_at'],
    notKept: { user_id: ITSELF, told: COMMON, look_at: COMMON },
  },
  notices: { removed: COMMON },
  push_subscriptions: { removed: SECRET },
  recoveries: {
    part: 'personal',
    columns: [...['id', 'stage', 'review', 'created_at', 'due_at', 'told_at', 'gives_address']],
    notKept: { user_id: ITSELF, expires_at: COMMON, begun_by: COMMON },
  },
  report_links: { removed: SECRET },
  email_changes: { removed: COMMON },
  known_devices: { removed: SECRET },
  passkey_challenges: { removed: SECRET },
  proofs: { removed: SECRET },
  passkeys: { removed: SECRET },
  stated_costs: { removed: CHOICE },
  tax_zones: { removed: CHOICE },
  customer_requests: {
    part: 'correspondence',
    columns: [
      ...[
        'id',
        'kind',
        'about',
        'title',
        'body',
        'state',
        'created_at',
        'due_at',
        'later',
        'answer',
      ],
      ...['answered_at', 'answered_by'],
    ],
    notKept: { user_id: ITSELF, sent_key: COMMON },
  },
  conversations: {
    part: 'correspondence',
    columns: ['id', 'officer', 'channel', 'reason', 'began_at', 'ends_at'],
    notKept: { user_id: ITSELF },
  },
  debt_cases: {
    part: 'identity',
    columns: [
      ...['former_id', 'match', 'found_at', 'decision', 'decided_at', 'decided_why', 'transfers'],
    ],
    notKept: { id: STAYS, user_id: ITSELF },
  },
  bank_accounts: {
    part: 'identity',
    columns: [
      ...['currency', 'external_id', 'holder', 'bank', 'iban', 'bic', 'bsb', 'account_number'],
      ...['pay_id', 'created_at'],
    ],
    notKept: { user_id: ITSELF, look_at: COMMON },
  },
  bank_account_requests: {
    part: 'identity',
    columns: ['request_id', 'currency', 'external_id', 'state', 'asked_at', 'ended_at'],
    notKept: { user_id: ITSELF },
  },
  endings: {
    part: 'identity',
    columns: [
      ...[
        'at_once',
        'officer',
        'reason',
        'noticed_at',
        'ends_at',
        'claim_until',
        'done',
        'done_at',
      ],
    ],
    notKept: { user_id: ITSELF, look_at: COMMON, waits_for: COMMON },
  },
  customer_terms: {
    part: 'identity',
    columns: ['document', 'version', 'told_at', 'seen_at', 'counts_at'],
    notKept: { user_id: ITSELF },
  },
  quarter_statements: {
    part: 'correspondence',
    columns: ['quarter', 'looked_at', 'sent'],
    notKept: { user_id: ITSELF },
  },
  notes: { removed: 'Sealed on the customer’s device: nobody else can read it.' },
  note_keys: { removed: SECRET },
  second_factor_asks: { removed: COMMON },
  identity_cases: {
    part: 'identity',
    columns: [
      ...['id', 'check_name', 'first_name', 'last_name', 'latin_name', 'born', 'country', 'match'],
      ...['made_at', 'decided_at', 'decision', 'decided_by', 'decided_why'],
    ],
    notKept: { user_id: ITSELF },
  },
  card_holder_cases: {
    part: 'identity',
    columns: [
      ...['purchase_id', 'holder', 'match', 'made_at', 'decided_at', 'decision', 'decided_by'],
      'decided_why',
    ],
    notKept: { user_id: ITSELF },
  },
  audit_words: {
    part: 'correspondence',
    columns: ['seq', 'name', 'words', 'written_at'],
    notKept: { user_id: ITSELF },
    // What officers write about a closed account after it was closed is no leftover.
    only: whileOpen('audit_words', 'written_at'),
  },
} as const satisfies Readonly<Record<string, Kept | Removed>>;

/** What the archive keeps of the account itself; whoever erases it blanks its row. */
const account = {
  users: {
    part: 'identity',
    columns: [
      ...['id', 'email', 'role', 'first_name', 'last_name', 'dob', 'phone', 'address', 'city'],
      ...['state', 'postal', 'currency_code', 'country_code', 'is_eu', 'kyc_status', 'kyc_comment'],
      ...['kyc_latin_name', 'kyc_asked', 'kyc_answered', 'created_at', 'kyc_first_name'],
      ...['kyc_last_name', 'kyc_born', 'kyc_country'],
    ],
    notKept: {
      password_hash: SECRET,
      two_factor: SECRET,
      two_factor_secret: SECRET,
      two_factor_pending: SECRET,
      two_factor_pending_by: SECRET,
      two_factor_pending_at: SECRET,
      two_factor_step: SECRET,
      two_factor_since: SECRET,
      two_factor_by: SECRET,
      two_factor_known: SECRET,
      password_mailed_at: STAYS,
      password_by_identity: STAYS,
      enrol_hash: SECRET,
      enrol_until: SECRET,
      steps: STAYS,
      email_at_step: STAYS,
      factor_at_step: STAYS,
      anti_phishing_code: CHOICE,
      withdrawals_held_until: STAYS,
      withdrawals_held_for: STAYS,
      withdrawals_frozen: STAYS,
      book_only_since: CHOICE,
      book_only_until: CHOICE,
      deleted_at: STAYS,
      copy_confirmed_at: STAYS,
    },
  },
} as const satisfies Readonly<Record<string, Kept>>;

/** An officer's words of the time before: later ones are about the closed account, and stay in the register. */
const settledOpen = whileOpen('bank_transfers', 'settled_at');

/** What the archive keeps of rows that stay without the columns that name somebody. */
const blanked = {
  bank_transfers: {
    part: 'identity',
    columns: ['id', 'external_id', 'payer', 'reference', 'settled_for'],
    notKept: {
      user_id: ITSELF,
      ...Object.fromEntries(
        [
          ...[
            'currency',
            'amount',
            'state',
            'reason',
            'owed',
            'owed_by',
            'seen_at',
            'ask_at',
            'ended_at',
          ],
          'settled_at',
        ].map((column) => [column, STAYS]),
      ),
    },
    // While the bank or an officer has to decide, they need to know whose it is.
    only: sql`(payer <> '' or reference <> '' or settled_for <> '' and ${settledOpen})
      and ${whileOpen('bank_transfers', 'seen_at')}
      and (state in ('credited', 'returned', 'recalled', 'rejected')
        or state = 'aside' and settled_at is not null)`,
    blank: sql`payer = '', reference = '',
      settled_for = case when ${settledOpen} then '' else settled_for end`,
  },
  purchases: {
    part: 'identity',
    columns: ['id', 'refund_settled_for'],
    notKept: {
      user_id: ITSELF,
      ...Object.fromEntries(
        [
          ...['amount', 'currency', 'crypto_units', 'crypto_currency', 'usdc', 'usdc_rate'],
          ...['price', 'spread_bps', 'token', 'status', 'price_until', 'superseded'],
          ...['agreed_units', 'paid_at', 'expired', 'refunded_at', 'refund_refused_at'],
          ...['refund_id', 'refund_until', 'refund_settled_at', 'listed_at', 'disputes_asked'],
          ...['disputes_heard', 'device_type', 'created_at', 'recorded_at', 'next_check_at'],
          ...['seen_at', 'card_match', 'returned_for'],
        ].map((column) => [column, STAYS]),
      ),
    },
    only: sql`refund_settled_for <> '' and ${whileOpen('purchases', 'refund_settled_at')}`,
    blank: sql`refund_settled_for = ''`,
  },
  travel_rule: {
    part: 'identity',
    columns: [
      ...['id', 'owner', 'name', 'country', 'provider'],
      ...['told_name', 'told_country', 'told_provider'],
    ],
    notKept: {
      user_id: ITSELF,
      ...Object.fromEntries(
        [
          ...[
            'subject',
            'reference',
            'state',
            'message',
            'asked_at',
            'due_at',
            'attempts',
            'generation',
          ],
          ...['answered_at', 'said', 'until_at', 'by_customer', 'told_at'],
        ].map((column) => [column, STAYS]),
      ),
    },
    only: sql`(name <> '' or told_name <> '') and ${whileOpen('travel_rule', 'asked_at')}`,
    blank: sql`name = '', country = '', told_name = '', told_country = ''`,
  },
  withdrawals: {
    part: 'identity',
    columns: ['id', 'holder', 'address', 'payee_name'],
    notKept: {
      user_id: ITSELF,
      ...Object.fromEntries(
        [
          ...['payment_route_id', 'currency', 'units', 'fee_units', 'usd_cents', 'tag', 'status'],
          ...['created_at', 'cancellable_until', 'due_at', 'attempts', 'sending'],
          ...['transaction_hash', 'broadcast_at', 'completed_at', 'failed_at', 'refunded_at'],
          ...['cancelled_at', 'cancelled_for', 'mail_id', 'returned_for', 'payee_answer'],
          ...['to_cancel', 'destination', 'doubted_at', 'halted_at'],
        ].map((column) => [column, STAYS]),
      ),
    },
    only: sql`holder not in ('', '-') and ${whileOpen('withdrawals', 'created_at')}`,
    blank: sql`holder = '-', address = '-', payee_name = ''`,
  },
} as const satisfies Readonly<Record<string, Kept>>;

export type KeptTable = Kept & { readonly table: string };

const keptIn = (tables: Readonly<Record<string, Kept | Removed>>): readonly KeptTable[] =>
  Object.entries(tables).flatMap(([table, what]) => ('part' in what ? [{ table, ...what }] : []));

/** All tables from which the archive keeps something. */
export const keptTables = keptIn({ ...account, ...blanked, ...erasedTables });

/** Those of which somebody may have any number of rows. */
export const sealedInParts = keptIn({ ...blanked, ...erasedTables });

/** The tables that are removed as a whole. */
export const removedTables: readonly string[] = Object.entries<Kept | Removed>(
  erasedTables,
).flatMap(([table, what]) => ('removed' in what ? table : []));

/** In whole years from the end of the relationship, as the legal pages say. */
export const yearsKept: Readonly<Record<ArchivePart, number>> = {
  identity: 8,
  correspondence: 5,
  personal: 5,
};

/** The parts that an authority can have kept longer. */
export const extendable: readonly ArchivePart[] = ['identity', 'correspondence'];

/** How many years longer, once, if an authority asks with reasons. */
export const YEARS_LONGER = 2;
