import { type RawBuilder, sql } from 'kysely';

/** Whose rows are asked for. */
export interface Whose {
  readonly id: string;
  readonly email: string;
}

/**
 * A table with rows about customers: how to find their rows, which columns are told, and why others are not.
 */
export interface Told {
  /** For the customer. */
  readonly about: string;
  readonly rowsOf: (whose: Whose) => RawBuilder<boolean>;
  readonly columns: readonly string[];
  readonly leftOut?: Readonly<Record<string, string>>;
}

const ofUser = ({ id }: Whose): RawBuilder<boolean> => sql`user_id = ${id}`;
const ofPurchase = ({ id }: Whose): RawBuilder<boolean> =>
  sql`purchase_id in (select purchases.id from purchases where user_id = ${id})`;
const ofAddress = ({ email }: Whose): RawBuilder<boolean> => sql`email = ${email}`;

const FINGERPRINT = 'A fingerprint of a secret: of use only to somebody who guesses it.';
const SECRET = 'A secret that signs you in: whoever finds the file must not have it.';
const FORBIDDEN = 'What such a list said: the law forbids to tell it to anybody.';
const NOTE =
  'A note of our staff: it may say what the law forbids to tell, and no answer may show whether it does.';
const GROUP =
  'It shows your risk group, which may rest on what the law forbids to tell; you are told of an update when it can be made.';
const SELF = 'Your own account number, once more: it stands in “users”.';

/**
 * Every table with rows about customers (KEEP-04). `tests/rules/own-data.test.ts` compares it with the
 * database's catalogue: a column that is neither told nor left out for a reason fails there.
 */
export const toldTables: Readonly<Record<string, Told>> = {
  users: {
    about:
      'Your account: who you are, how to reach you, your identity check, your security settings.',
    rowsOf: ({ id }) => sql`id = ${id}`,
    columns: [
      ...['id', 'email', 'role', 'first_name', 'last_name', 'dob', 'phone', 'address', 'city'],
      ...['state', 'postal', 'currency_code', 'country_code', 'is_eu', 'kyc_status', 'kyc_comment'],
      ...['kyc_latin_name', 'kyc_asked', 'kyc_answered', 'two_factor', 'two_factor_since'],
      ...['two_factor_by', 'two_factor_known', 'steps', 'email_at_step', 'factor_at_step'],
      ...['anti_phishing_code', 'withdrawals_held_until', 'withdrawals_held_for'],
      ...['withdrawals_frozen', 'book_only_since', 'book_only_until', 'created_at', 'deleted_at'],
      ...['copy_confirmed_at', 'password_mailed_at', 'password_by_identity'],
      ...['kyc_first_name', 'kyc_last_name', 'kyc_born', 'kyc_country'],
    ],
    leftOut: {
      password_hash: FINGERPRINT,
      two_factor_secret: SECRET,
      two_factor_pending: SECRET,
      two_factor_pending_by: 'Which of your devices proposed that secret, for ten minutes.',
      two_factor_pending_at: 'When it did.',
      two_factor_step:
        'Which code of your authenticator app was used last: it helps to guess the next.',
      enrol_hash: FINGERPRINT,
      enrol_until: 'Only accounts of our staff have it.',
    },
  },
  sessions: {
    about: 'The devices that are signed in.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'device_info', 'place', 'created_at', 'last_seen_at', 'access_expires_at'],
      ...['refresh_expires_at', 'recovery_code_at', 'on_known_device', 'at_step'],
      ...['second_factor_at', 'second_factor_with', 'identity_check'],
    ],
    leftOut: {
      user_id: SELF,
      access_hash: FINGERPRINT,
      refresh_hash: FINGERPRINT,
      end_hash: FINGERPRINT,
      opened_by: FINGERPRINT,
      enrols_until: 'Only sessions of our staff have it.',
    },
  },
  known_devices: {
    about: 'Devices you have signed in on before; signing in on another is mailed to you.',
    rowsOf: ofUser,
    columns: ['met_at', 'trusted_at', 'expires_at'],
    leftOut: { user_id: SELF, device_hash: FINGERPRINT },
  },
  email_codes: {
    about: 'Codes that were mailed to your address.',
    rowsOf: ofAddress,
    columns: ['email', 'purpose', 'tries', 'sent_at', 'expires_at', 'used_at'],
    leftOut: { browser: FINGERPRINT, about: FINGERPRINT, code_hash: FINGERPRINT },
  },
  code_allowances: {
    about: 'How many codes were asked for with your address.',
    rowsOf: ofAddress,
    columns: ['email', 'purpose', 'sent_at', 'sent_today', 'today_ends_at'],
    leftOut: { asker: 'Who asked, as a fingerprint: it may have been somebody else.' },
  },
  passkeys: {
    about: 'Your passkeys, and when each was added and last used.',
    rowsOf: ofUser,
    columns: ['id', 'name', 'transports', 'aaguid', 'backed_up', 'added_at', 'added_by', 'used_at'],
    leftOut: {
      user_id: SELF,
      public_key: 'What a passkey’s answers are checked with; it says nothing about you.',
      counter: 'How often the device says that it was used; it finds copies.',
    },
  },
  proofs: {
    about: 'What you confirmed with your second factor a moment ago.',
    rowsOf: ofUser,
    columns: ['session_id', 'about', 'expires_at'],
    leftOut: { user_id: SELF },
  },
  passkey_challenges: {
    about: 'Where a passkey was asked for a moment ago.',
    rowsOf: ofUser,
    columns: ['purpose', 'session_id', 'expires_at'],
    leftOut: { user_id: SELF, hash: FINGERPRINT, about: FINGERPRINT },
  },
  stated_costs: {
    about: 'What you said that you had paid elsewhere for what you deposited.',
    rowsOf: ofUser,
    columns: ['journal_id', 'currency', 'cents', 'stated_at'],
    leftOut: { user_id: SELF },
  },
  customer_requests: {
    about: 'What you asked of us or reported, and what we answered.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'kind', 'about', 'title', 'body', 'state', 'created_at', 'due_at', 'later'],
      ...['answer', 'answered_at'],
    ],
    leftOut: {
      user_id: SELF,
      sent_key: 'A random number of the page, so that a request sent twice counts once.',
      answered_by: 'It names a member of our staff.',
    },
  },
  conversations: {
    about: 'When our staff spoke with you, as they noted.',
    rowsOf: ofUser,
    columns: ['id', 'channel', 'began_at', 'ends_at'],
    leftOut: { user_id: SELF, officer: 'It names a member of our staff.', reason: NOTE },
  },
  email_changes: {
    about: 'The address that your account is about to move to.',
    rowsOf: ofUser,
    columns: ['email', 'expires_at'],
    leftOut: { user_id: SELF },
  },
  recovery_codes: {
    about: 'Your recovery codes: how many there are, and when one was used.',
    rowsOf: ofUser,
    columns: ['used_at'],
    leftOut: { user_id: SELF, code_hash: FINGERPRINT },
  },
  second_factor_grants: {
    about: 'Where your second factor was shown a moment ago.',
    rowsOf: ofUser,
    columns: ['session_id', 'expires_at'],
    leftOut: { user_id: SELF, code_hash: FINGERPRINT },
  },
  report_links: {
    about: 'The “this wasn’t me” links that were mailed to you.',
    rowsOf: ofUser,
    columns: ['expires_at', 'used_at', 'previous_email', 'reported_since', 'undoes_from'],
    leftOut: { user_id: SELF, token_hash: FINGERPRINT },
  },
  recoveries: {
    about: 'Your requests to remove a lost second factor, or to get an address back.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'stage', 'review', 'created_at', 'due_at', 'told_at', 'expires_at'],
      'gives_address',
    ],
    leftOut: { user_id: SELF, begun_by: 'It names a member of our staff.' },
  },
  recovery_links: {
    about: 'The links that were mailed to you for those requests.',
    rowsOf: ({ id }) =>
      sql`recovery_id in (select recoveries.id from recoveries where recoveries.user_id = ${id})`,
    columns: ['recovery_id'],
    leftOut: { token_hash: FINGERPRINT },
  },
  saved_addresses: {
    about: 'Your address book.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'kind', 'label', 'currency', 'network', 'address', 'tag', 'holder', 'iban'],
      ...['bsb', 'account_number', 'created_at', 'payee_answer', 'payee_name', 'payee_asked_at'],
      ...['payee_refused_at', 'payee_decided_at', 'payee_allowed', 'doubted_at'],
    ],
    leftOut: { user_id: SELF, payee_decided_for: NOTE },
  },
  accounts: {
    about: 'Your balances, in the smallest unit of each asset.',
    rowsOf: ({ id }) => sql`owner = ${id}`,
    columns: ['id', 'kind', 'currency', 'balance'],
    leftOut: { owner: SELF },
  },
  journals: {
    about: 'Your transactions.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'class', 'kind', 'reference', 'comment', 'network', 'sender', 'recipient'],
      ...['payment_method', 'created_at'],
    ],
    leftOut: { user_id: SELF },
  },
  postings: {
    about: 'What each transaction moved on your balances, in the smallest unit of each asset.',
    rowsOf: ({ id }) =>
      sql`account_id in (select accounts.id from accounts where accounts.owner = ${id})`,
    columns: ['journal_id', 'line', 'account_id', 'currency', 'amount', 'created_at'],
    leftOut: { statement_of: SELF },
  },
  entry_values: {
    about: 'What each of these was worth in your currency.',
    rowsOf: ({ id }) =>
      sql`exists (select 1 from postings join accounts on accounts.id = postings.account_id
        where accounts.owner = ${id} and postings.journal_id = entry_values.journal_id
        and postings.line = entry_values.line)`,
    columns: ['journal_id', 'line', 'currency', 'value', 'price'],
  },
  quotes: {
    about: 'Prices that you were offered for swaps and sales.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'source_currency', 'source_units', 'target_currency', 'target_units'],
      ...['spread_units', 'created_at', 'expires_at', 'used_at'],
    ],
    leftOut: { user_id: SELF },
  },
  operations: {
    about: 'Your orders and what was answered, kept so that none happens twice.',
    rowsOf: ofUser,
    columns: ['key', 'operation', 'state', 'answer', 'created_at'],
    leftOut: { user_id: SELF, request_hash: FINGERPRINT },
  },
  deposit_addresses: {
    about: 'The addresses you receive at.',
    rowsOf: ofUser,
    columns: ['payment_route_id', 'network', 'address', 'tag', 'sandbox', 'created_at'],
    leftOut: {
      user_id: SELF,
      address_index: 'A running number over all customers, which would say how many there are.',
    },
  },
  deposits: {
    about: 'What you received, or what is on its way to you.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'currency', 'network', 'units', 'confirmations', 'confirmations_needed', 'state'],
      ...['seen_at', 'ask_at', 'credited_at', 'dropped_at', 'external_id', 'transaction_hash'],
      ...['output_index', 'address', 'tag', 'amount', 'settled', 'senders'],
    ],
    leftOut: { user_id: SELF },
  },
  deposits_aside: {
    about: 'What came to one of your addresses and could not be credited.',
    rowsOf: ({ id }) =>
      sql`exists (select 1 from deposit_addresses as own where own.user_id = ${id}
        and own.network = deposits_aside.network and own.address = deposits_aside.address
        and own.tag = deposits_aside.tag)`,
    columns: [
      ...['id', 'external_id', 'reason', 'network', 'address', 'tag', 'currency', 'amount'],
      ...['transaction_hash', 'output_index', 'confirmations', 'status', 'seen_at', 'reported_at'],
      ...['settled_at'],
    ],
    leftOut: { settled_for: NOTE },
  },
  withdrawals: {
    about: 'What you withdrew.',
    rowsOf: ofUser,
    columns: [
      ...[
        'id',
        'payment_route_id',
        'currency',
        'units',
        'fee_units',
        'usd_cents',
        'address',
        'destination',
      ],
      ...['tag', 'status', 'created_at', 'cancellable_until', 'due_at', 'attempts', 'sending'],
      ...['transaction_hash', 'broadcast_at', 'completed_at', 'failed_at', 'refunded_at'],
      ...['cancelled_at', 'cancelled_for', 'mail_id', 'holder'],
      ...['returned_for', 'payee_answer', 'payee_name', 'to_cancel', 'doubted_at', 'halted_at'],
    ],
    leftOut: { user_id: SELF },
  },
  screenings: {
    about:
      'When you, and each of your transfers, were looked up on lists of sanctions, as the law asks.',
    rowsOf: ofUser,
    columns: ['subject', 'reference', 'asked_at'],
    leftOut: {
      id: 'The two columns before, in one.',
      user_id: SELF,
      state: FORBIDDEN,
      matched: FORBIDDEN,
      list: FORBIDDEN,
      due_at: FORBIDDEN,
      attempts: FORBIDDEN,
      generation: FORBIDDEN,
      answered_generation: FORBIDDEN,
      answered_at: FORBIDDEN,
      decided_at: FORBIDDEN,
      decide_by: FORBIDDEN,
      reported_at: FORBIDDEN,
      decided_by: FORBIDDEN,
      decided_why: FORBIDDEN,
      suspended_until: FORBIDDEN,
      confirmed_at: FORBIDDEN,
      bulk_since: FORBIDDEN,
    },
  },
  counterparties: {
    about: 'Whose the addresses are that you sent to or received from, as you told us.',
    rowsOf: ofUser,
    columns: [
      ...['network', 'address', 'tag', 'owner', 'name', 'country', 'provider', 'said_at'],
      ...['proved_at', 'proved_by'],
    ],
    leftOut: {
      user_id: SELF,
      nonce: 'A random text that makes the message to sign yours alone.',
    },
  },
  travel_rule: {
    about: 'Who stood on the other side of each of your transfers, as it was handed on.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'subject', 'reference', 'state', 'owner', 'name', 'country', 'provider'],
      ...['message', 'asked_at', 'due_at', 'attempts', 'generation', 'answered_at', 'said'],
      ...['until_at', 'by_customer', 'told_name', 'told_country', 'told_provider', 'told_at'],
    ],
    leftOut: { user_id: SELF },
  },
  transfer_values: {
    about: 'What each of your transfers and payments was worth in euros, as the law asks.',
    rowsOf: ofUser,
    columns: ['id', 'kind', 'direction', 'happened_at', 'eur_cents', 'valued_at'],
    leftOut: { user_id: SELF },
  },
  large_transfers: {
    about:
      'Your transfers of EUR 15,000 or more, alone or together, which the law has us register.',
    rowsOf: ({ id }) => sql`id in (select id from transfer_values where user_id = ${id})`,
    columns: ['id', 'sum_eur_cents', 'entered_at'],
    leftOut: {},
  },
  purchases: {
    about: 'What you bought by card. Card numbers are with the payment provider, not with us.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'amount', 'currency', 'crypto_units', 'crypto_currency', 'usdc', 'usdc_rate'],
      ...['status', 'price_until', 'superseded', 'agreed_units', 'paid_at', 'expired'],
      ...[
        'refunded_at',
        'listed_at',
        'device_type',
        'created_at',
        'recorded_at',
        'next_check_at',
        'seen_at',
      ],
      ...['price', 'spread_bps', 'refund_refused_at', 'refund_settled_at', 'card_match'],
      ...['returned_for', 'refund_id', 'refund_until'],
    ],
    leftOut: {
      user_id: SELF,
      refund_settled_for: NOTE,
      disputes_asked: 'How often we asked the provider about disputes of it: nothing about you.',
      disputes_heard: 'Which of these questions was answered last: nothing about you.',
      token: 'It opens the payment page: whoever finds the file must not have it.',
    },
  },
  charge_backs: {
    about: 'That a bank took back what you paid by card: how much, and what you owe of it.',
    rowsOf: ofUser,
    columns: [
      ...['purchase_id', 'currency', 'charged', 'owed', 'waived', 'respond_by', 'found_at'],
      ...['heard_at', 'decided_at'],
    ],
    leftOut: {
      user_id: SELF,
      owed_by: SELF,
      lost: 'What we lost by it, which nobody owes.',
      decided_why: NOTE,
    },
  },
  charge_back_reports: {
    about: 'What the card payment provider said of such a dispute.',
    rowsOf: ofPurchase,
    columns: [
      ...['purchase_id', 'dispute_id', 'place', 'state', 'cents', 'currency', 'reason'],
      ...['respond_by', 'said_at', 'heard_at'],
    ],
  },
  charge_back_parts: {
    about: 'What was taken from you for it, or given back to you.',
    rowsOf: ofUser,
    columns: ['reference', 'purchase_id', 'cents'],
    leftOut: { user_id: SELF },
  },
  card_settlement_lines: {
    about: 'Your card payments as their provider settled them.',
    rowsOf: ofPurchase,
    columns: ['id', 'day', 'purchase_id', 'kind', 'cents', 'currency'],
  },
  provider_notices: {
    about: 'When a provider told us that something about your check or your payment had changed.',
    rowsOf: ({ id }) =>
      sql`about = ${id} or about in
        (select unnest(array[purchases.id, purchases.token]) from purchases where user_id = ${id})`,
    columns: ['party', 'heard', 'answered', 'asked_at', 'attempts'],
    leftOut: {
      digest: 'A fingerprint of the provider’s message.',
      about: 'Your account number, or the token of a payment page.',
    },
  },
  notices: {
    about: 'What the app and push messages told you in the last day.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'body', 'about', 'session_id', 'page', 'alarm', 'created_at', 'expires_at'],
      ...['pushed_at', 'turn'],
    ],
    leftOut: { user_id: SELF },
  },
  notification_settings: {
    about: 'Which emails and pop-ups you chose.',
    rowsOf: ofUser,
    columns: ['chosen'],
    leftOut: { user_id: SELF },
  },
  price_alerts: {
    about: 'The prices you asked to be told of.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'asset', 'kind', 'currency', 'threshold', 'channel', 'created_at', 'fired_at'],
    ],
    leftOut: { user_id: SELF },
  },
  risk_decisions: {
    about: 'When you were placed in a risk group, as the law asks.',
    // Only the first one: a later one could reveal that something was found.
    rowsOf: ({ id }) =>
      sql`id = (select min(own.id) from risk_decisions as own where own.user_id = ${id})`,
    columns: ['decided_at'],
    leftOut: {
      id: 'A running number over all customers.',
      user_id: SELF,
      risk_group: GROUP,
      decided_by: GROUP,
      reason: GROUP,
    },
  },
  tax_certifications: {
    about: 'Where you pay tax and your tax numbers there, each time you certified it.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'address', 'city', 'state', 'postal', 'country', 'residences', 'declaration'],
      'certified_at',
    ],
    leftOut: { user_id: SELF },
  },
  tax_asks: {
    about: 'That we asked you where you pay tax, and until when you can answer.',
    rowsOf: ofUser,
    columns: ['asked_at', 'limited_at', 'told'],
    leftOut: { user_id: SELF, look_at: 'When a program looks at it again.' },
  },
  tax_zones: {
    about: 'In which time zone your tax years begin in our tax report.',
    rowsOf: ofUser,
    columns: ['country', 'zone', 'first_at'],
    leftOut: { user_id: SELF },
  },
  carf_records: {
    about: 'In which yearly reports to a tax office you were, as the law asks.',
    rowsOf: ofUser,
    columns: ['message', 'reference'],
    leftOut: { user_id: SELF, digest: FINGERPRINT },
  },
  data_updates: {
    about: 'When your data was updated last, and the check that updates it.',
    rowsOf: ofUser,
    columns: ['updated_at', 'check_id'],
    leftOut: {
      user_id: SELF,
      risk_group: GROUP,
      rules_group: GROUP,
      chosen: GROUP,
      due_at: GROUP,
      limited_at: GROUP,
      told: GROUP,
      look_at: GROUP,
    },
  },
  recurring_buys: {
    about: 'What you asked to buy again and again.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'asset', 'cash', 'units', 'every', 'first_on', 'next_on', 'most_spread_bps'],
      ...['state', 'created_at', 'due_at'],
    ],
    leftOut: { user_id: SELF },
  },
  recurring_runs: {
    about: 'What became of each day of these.',
    rowsOf: ({ id }) => sql`buy_id in (select id from recurring_buys where user_id = ${id})`,
    columns: ['buy_id', 'day', 'outcome', 'created_at'],
  },
  second_factor_asks: {
    about: 'When we asked you to turn on the second factor.',
    rowsOf: ofUser,
    columns: ['occasion', 'asked_at'],
    leftOut: { user_id: SELF },
  },
  quarter_statements: {
    about: 'Of which quarters we sent you word that the statement of what you held is ready.',
    rowsOf: ofUser,
    columns: ['quarter', 'looked_at', 'sent'],
    leftOut: { user_id: SELF },
  },
  notes: {
    about: 'Your notes on transactions, sealed on your device: only it can open them.',
    rowsOf: ofUser,
    columns: ['entry_id', 'journal_id', 'sealed', 'version', 'changed_at'],
    leftOut: { user_id: SELF },
  },
  note_keys: {
    about: 'The key of your notes: that there is one, and since when.',
    rowsOf: ofUser,
    columns: ['key_id', 'rounds', 'sealed_at'],
    leftOut: {
      user_id: SELF,
      salt: 'It belongs to the sealed key.',
      sealed: 'The sealed key: whoever finds the file could guess your password with it.',
      sealed_for: FINGERPRINT,
    },
  },
  bank_accounts: {
    about: 'The accounts at our bank that you pay into.',
    rowsOf: ofUser,
    columns: [
      ...['currency', 'external_id', 'holder', 'bank', 'iban', 'bic', 'bsb', 'account_number'],
      ...['pay_id', 'created_at', 'look_at'],
    ],
    leftOut: { user_id: SELF },
  },
  bank_account_requests: {
    about: 'The accounts at our bank that we asked for, for you to pay into.',
    rowsOf: ofUser,
    columns: ['request_id', 'currency', 'external_id', 'state', 'asked_at', 'ended_at'],
    leftOut: { user_id: SELF },
  },
  bank_transfers: {
    about: 'Bank transfers that came for you.',
    rowsOf: ofUser,
    columns: [
      ...['id', 'external_id', 'currency', 'amount', 'payer', 'reference', 'state', 'reason'],
      ...['owed', 'seen_at', 'ask_at', 'ended_at', 'settled_at'],
    ],
    leftOut: { user_id: SELF, owed_by: SELF, settled_for: NOTE },
  },
  debt_cases: {
    about:
      'That you owe what an earlier account of yours owed, since when, and for which transfers.',
    rowsOf: ({ id }) => sql`user_id = ${id} and decision = 'theirs'`,
    columns: ['found_at', 'decision', 'decided_at', 'transfers'],
    leftOut: {
      user_id: SELF,
      id: 'A number of ours for it.',
      former_id: 'The number of the closed account.',
      match: NOTE,
      decided_why: NOTE,
    },
  },
  endings: {
    about: 'That we end our agreement with you: when, and until when you can take what you hold.',
    rowsOf: ofUser,
    columns: ['at_once', 'noticed_at', 'ends_at', 'claim_until'],
    leftOut: {
      user_id: SELF,
      officer: 'It names a member of our staff.',
      reason: NOTE,
      done: 'Which reminders were sent, which you have.',
      done_at: 'Which reminders were sent, which you have.',
      look_at: 'When the server looks again.',
      waits_for: NOTE,
    },
  },
  ended_relationships: {
    about: 'The register of agreements that we ended.',
    rowsOf: ofUser,
    columns: ['at_once', 'noticed_at', 'ended_at'],
    leftOut: { user_id: SELF, officer: 'It names a member of our staff.', reason: NOTE },
  },
  customer_terms: {
    about: 'Which versions of our terms you accepted or were told of, and from when each counts.',
    rowsOf: ofUser,
    columns: ['document', 'version', 'told_at', 'seen_at', 'counts_at'],
    leftOut: { user_id: SELF },
  },
  push_subscriptions: {
    about: 'The devices that get push messages.',
    rowsOf: ofUser,
    columns: ['session_id', 'endpoint', 'created_at', 'refused'],
    leftOut: {
      user_id: SELF,
      p256dh: 'A key of your browser for push messages, which only it can use.',
      auth: 'A secret of your browser for push messages.',
    },
  },
  card_holder_cases: {
    about: 'Card payments of which a person looked at whose card it was.',
    rowsOf: ofUser,
    columns: ['purchase_id', 'holder', 'match', 'made_at', 'decided_at', 'decision'],
    leftOut: {
      user_id: SELF,
      decided_by: 'It names a member of our staff.',
      decided_why: NOTE,
    },
  },
  identity_cases: {
    about:
      'Documents of your identity checks that a person looked at: those that were found to be yours, and those of your first check or an update that still wait for a person.',
    // For a recovery or in a session, whoever has the mailbox shows a document: it may be somebody else's (HARD-98).
    rowsOf: ({ id }) => sql`user_id = ${id} and (decision = 'theirs'
      or (decided_at is null and (check_name = '' or check_name like 'update-%')))`,
    columns: ['first_name', 'last_name', 'latin_name', 'born', 'country', 'made_at', 'decided_at'],
    leftOut: {
      user_id: SELF,
      id: 'A number of ours.',
      check_name: 'The name of the check at its provider.',
      match: NOTE,
      decision: 'What is listed with the time of a decision was found to be yours.',
      decided_by: 'It names a member of our staff.',
      decided_why: NOTE,
    },
  },
  audit_words: {
    about: 'Why our staff did what they did about your account, in their words.',
    rowsOf: ({ id }) => sql`user_id = ${id} and exists (
      select from audit_log where audit_log.seq = audit_words.seq and subject = ${id})`,
    columns: ['name', 'words', 'written_at'],
    leftOut: { user_id: SELF, seq: 'A running number over all customers.' },
  },
  audit_log: {
    about: 'What our staff did about your account.',
    rowsOf: ({ id }) => sql`subject = ${id}`,
    columns: ['at', 'action', 'detail'],
    leftOut: {
      seq: 'A running number over all customers.',
      actor: 'It names a member of our staff.',
      subject: SELF,
      previous: 'A seal of the log.',
      hash: 'A seal of the log.',
    },
  },
};

const NOBODY = 'Says nothing about a customer.';
const CLOSED =
  'What the law has us keep of closed accounts, which nobody can sign in to: who had one asks our support.';
const SIMULATED = 'The memory of a simulated third party, which only the demonstration has.';

/** The tables that have no rows to tell, and why. */
export const untoldTables: Readonly<Record<string, string>> = {
  address_counters: NOBODY,
  archive_acts: CLOSED,
  archived: CLOSED,
  archived_pieces: CLOSED,
  audit_head: NOBODY,
  bank_statement_entries:
    'Our bank’s statements: amounts and references, which tell no more than your transfers do.',
  bank_statements: NOBODY,
  browser_operations:
    'Answers to one browser for a short time, under a fingerprint of it: they are no account’s.',
  build_files: NOBODY,
  builds: NOBODY,
  carf_messages: NOBODY,
  closed_money: CLOSED,
  books_marks: NOBODY,
  card_settlements: NOBODY,
  custody_feeds: NOBODY,
  erasures: CLOSED,
  lost_bank_accounts:
    'Accounts at the bank whose owners our books do not know, so that nobody knows whose they are.',
  older_copies: NOBODY,
  exchange_rates: NOBODY,
  desk_proposals:
    'What one of our officers has decided and a second one has yet to confirm; then it is gone.',
  desk_decisions: 'Which of our officers decided a case last, under the case’s own name.',
  exposures: NOBODY,
  house_totals: NOBODY,
  house_totals_moment: NOBODY,
  instruments: NOBODY,
  login_attempts: 'Counts of failed attempts under fingerprints, gone within a day.',
  mail_outbox: 'Emails on their way, sealed under a key of the server: they reach you as they are.',
  market_candles: NOBODY,
  market_pins: NOBODY,
  market_shifts: NOBODY,
  merchant_transactions: 'Merchants’ own sales: they belong to no account.',
  merchants: NOBODY,
  monitoring_hits:
    'What is noted where the law has us look closer at transfers: it forbids to tell whether there is any.',
  change_tellers: NOBODY,
  noted_changes:
    'That something of yours has changed, for the pages that are open; gone within a second.',
  nonces: 'Random numbers of messages, gone within minutes.',
  payment_routes: NOBODY,
  price_alert_rounds: NOBODY,
  prices: NOBODY,
  rate_limits: 'Counts under fingerprints, gone within a day.',
  sandbox_bank_returns: SIMULATED,
  sandbox_bank_transfers: SIMULATED,
  sandbox_deposits: SIMULATED,
  sandbox_disputes: SIMULATED,
  sandbox_deposits_told: SIMULATED,
  sandbox_events: SIMULATED,
  sandbox_identities: SIMULATED,
  sandbox_mails: SIMULATED,
  sandbox_payments: SIMULATED,
  sandbox_switches: SIMULATED,
  sandbox_transfers: SIMULATED,
  sandbox_listed: SIMULATED,
  schema_migrations: NOBODY,
  server_keys: NOBODY,
  terms_versions: NOBODY,
  trading_halts: NOBODY,
  transfers_aside:
    'Transfers that our books do not know, so that nobody knows whose they are, and numbers of purchases whose provider is asked.',
};
