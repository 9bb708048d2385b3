import { sql } from 'kysely';
import { type AnyTable, all, OWN, type Tables, type Whose } from './column.ts';

const ofUser = ({ id }: Whose) => sql<boolean>`user_id = ${id}`;
const ofPurchase = ({ id }: Whose) =>
  sql<boolean>`purchase_id in (select purchases.id from purchases where user_id = ${id})`;
const ofAddress = ({ email }: Whose) => sql<boolean>`email = ${email}`;

// Why a customer is not told of a column.
const FINGERPRINT = 'A fingerprint of a secret: of use only to somebody who guesses it.';
const SECRET = 'A secret that signs you in: whoever finds the file must not have it.';
const FORBIDDEN = 'What such a list said: the law forbids to tell it to anybody.';
const NOTE =
  'A note of our staff: it may say what the law forbids to tell, and no answer may show whether it does.';
const GROUP =
  'It shows your risk group, which may rest on what the law forbids to tell; you are told of an update when it can be made.';
const STAFF = 'It names a member of our staff.';
const RUNNING = 'A running number over all customers.';

// Why the archive does not keep one.
const SPENT = 'It signs somebody in, and nobody does any more.';
const CHOICE =
  'A choice of the customer about what the app does, and no document of the relationship.';
const COMMON =
  'It is neither identity nor transaction nor correspondence: the law asks for none of it.';
const STAYS = 'It stays where it is and names nobody.';

const TOLD = { told: true } as const;
/** Told, and kept in the archive. */
const BOTH = { told: true, kept: true } as const;
const STAYING = { told: true, gone: STAYS } as const;

/** What is of the time before the account was closed: what officers send or see after it is under way. */
const whileOpen = (table: string, moment: string) =>
  sql`${sql.ref(`${table}.${moment}`)} <= coalesce(
    (select deleted_at from users where users.id = ${sql.ref(`${table}.user_id`)}), 'infinity')`;

/** An officer's words of the time before: later ones are about the closed account, and stay in the register. */
const settledOpen = whileOpen('bank_transfers', 'settled_at');

/**
 * Every table with rows about customers: what they are told of it (KEEP-04), and what becomes of it when their account is
 * closed (KEEP-05): first what goes to the archive, then what is removed, each in this order. A column that is forgotten
 * does not compile.
 */
export const personalData = {
  users: {
    about:
      'Your account: who you are, how to reach you, your identity check, your security settings.',
    rowsOf: ({ id }) => sql`id = ${id}`,
    part: 'identity',
    columns: {
      ...all('id email role', BOTH),
      ...all('first_name last_name dob phone address city state postal', { ...BOTH, blank: '' }),
      ...all('currency_code country_code is_eu kyc_status', BOTH),
      ...all('kyc_comment kyc_latin_name', { ...BOTH, blank: null }),
      ...all('kyc_asked kyc_answered', BOTH),
      two_factor: { told: true, gone: SPENT, blank: false },
      ...all('two_factor_since two_factor_by two_factor_known', { told: true, gone: SPENT }),
      ...all('steps email_at_step factor_at_step', STAYING),
      anti_phishing_code: { told: true, gone: CHOICE, blank: null },
      ...all('withdrawals_held_until withdrawals_held_for withdrawals_frozen frozen_at', STAYING),
      ...all('book_only_since book_only_until', { told: true, gone: CHOICE, blank: null }),
      created_at: BOTH,
      ...all('deleted_at copy_confirmed_at password_mailed_at password_by_identity', STAYING),
      ...all('kyc_first_name kyc_last_name kyc_born kyc_country', { ...BOTH, blank: null }),
      password_hash: { untold: FINGERPRINT, gone: SPENT, blank: '' },
      ...all('two_factor_secret two_factor_pending', { untold: SECRET, gone: SPENT, blank: null }),
      two_factor_pending_by: {
        untold: 'Which of your devices proposed that secret, for ten minutes.',
        gone: SPENT,
        blank: null,
      },
      two_factor_pending_at: { untold: 'When it did.', gone: SPENT, blank: null },
      two_factor_step: {
        untold: 'Which code of your authenticator app was used last: it helps to guess the next.',
        gone: SPENT,
      },
      enrol_hash: { untold: FINGERPRINT, gone: SPENT, blank: null },
      enrol_until: { untold: 'Only accounts of our staff have it.', gone: SPENT, blank: null },
    },
  },
  sessions: {
    about: 'The devices that are signed in.',
    removed: SPENT,
    columns: {
      ...all('id device_info place created_at last_seen_at access_expires_at', TOLD),
      ...all('refresh_expires_at recovery_code_at on_known_device at_step second_factor_at', TOLD),
      ...all('second_factor_with identity_check', TOLD),
      ...all('access_hash refresh_hash end_hash opened_by', { untold: FINGERPRINT }),
      enrols_until: { untold: 'Only sessions of our staff have it.' },
    },
  },
  known_devices: {
    about: 'Devices you have signed in on before; signing in on another is mailed to you.',
    removed: SPENT,
    columns: { ...all('met_at trusted_at expires_at', TOLD), device_hash: { untold: FINGERPRINT } },
  },
  email_codes: {
    about: 'Codes that were mailed to your address.',
    rowsOf: ofAddress,
    columns: {
      ...all('email purpose tries sent_at expires_at used_at', TOLD),
      ...all('browser about code_hash', { untold: FINGERPRINT }),
    },
  },
  code_allowances: {
    about: 'How many codes were asked for with your address.',
    rowsOf: ofAddress,
    columns: {
      ...all('email purpose sent_at sent_today today_ends_at', TOLD),
      asker: { untold: 'Who asked, as a fingerprint: it may have been somebody else.' },
    },
  },
  passkeys: {
    about: 'Your passkeys, and when each was added and last used.',
    removed: SPENT,
    columns: {
      ...all('id name transports aaguid backed_up added_at added_by used_at', TOLD),
      public_key: {
        untold: 'What a passkey’s answers are checked with; it says nothing about you.',
      },
      counter: { untold: 'How often the device says that it was used; it finds copies.' },
    },
  },
  proofs: {
    about: 'What you confirmed with your second factor a moment ago.',
    removed: SPENT,
    columns: all('session_id about expires_at', TOLD),
  },
  passkey_challenges: {
    about: 'Where a passkey was asked for a moment ago.',
    removed: SPENT,
    columns: {
      ...all('purpose session_id expires_at', TOLD),
      ...all('hash about', { untold: FINGERPRINT }),
    },
  },
  stated_costs: {
    about: 'What you said that you had paid elsewhere for what you deposited.',
    removed: CHOICE,
    columns: all('journal_id currency cents stated_at', TOLD),
  },
  customer_requests: {
    about: 'What you asked of us or reported, and what we answered.',
    part: 'correspondence',
    columns: {
      ...all('id kind about title body state created_at due_at later answer answered_at', BOTH),
      sent_key: {
        untold: 'A random number of the page, so that a request sent twice counts once.',
        gone: COMMON,
      },
      answered_by: { untold: STAFF, kept: true },
    },
  },
  conversations: {
    about: 'When our staff spoke with you, as they noted.',
    part: 'correspondence',
    columns: {
      id: BOTH,
      officer: { untold: STAFF, kept: true },
      channel: BOTH,
      reason: { untold: NOTE, kept: true },
      ...all('began_at ends_at', BOTH),
    },
  },
  email_changes: {
    about: 'The address that your account is about to move to.',
    removed: COMMON,
    columns: all('email expires_at', TOLD),
  },
  recovery_codes: {
    about: 'Your recovery codes: how many there are, and when one was used.',
    removed: SPENT,
    columns: { used_at: TOLD, code_hash: { untold: FINGERPRINT } },
  },
  second_factor_grants: {
    about: 'Where your second factor was shown a moment ago.',
    removed: SPENT,
    columns: { ...all('session_id expires_at', TOLD), code_hash: { untold: FINGERPRINT } },
  },
  report_links: {
    about: 'The “this wasn’t me” links that were mailed to you.',
    removed: SPENT,
    columns: {
      ...all('expires_at used_at previous_email reported_since undoes_from', TOLD),
      token_hash: { untold: FINGERPRINT },
    },
  },
  recoveries: {
    about: 'Your requests to remove a lost second factor, or to get an address back.',
    part: 'personal',
    columns: {
      ...all('id stage review created_at due_at told_at', BOTH),
      expires_at: { told: true, gone: COMMON },
      gives_address: BOTH,
      begun_by: { untold: STAFF, gone: COMMON },
    },
  },
  recovery_links: {
    about: 'The links that were mailed to you for those requests.',
    rowsOf: ({ id }) =>
      sql`recovery_id in (select recoveries.id from recoveries where recoveries.user_id = ${id})`,
    columns: { recovery_id: TOLD, token_hash: { untold: FINGERPRINT } },
  },
  saved_addresses: {
    about: 'Your address book.',
    part: 'personal',
    columns: {
      ...all('id kind label currency network address tag holder iban bsb account_number', BOTH),
      ...all('created_at payee_answer payee_name payee_asked_at payee_refused_at', BOTH),
      payee_decided_at: BOTH,
      payee_decided_for: { untold: NOTE, kept: true },
      ...all('payee_allowed doubted_at', BOTH),
    },
  },
  accounts: {
    about: 'Your balances, in the smallest unit of each asset.',
    rowsOf: ({ id }) => sql`owner = ${id}`,
    columns: { ...all('id kind currency balance', TOLD), owner: OWN },
  },
  journals: {
    about: 'Your transactions.',
    columns: {
      ...all('id class kind reference comment network sender recipient payment_method', TOLD),
      created_at: TOLD,
    },
  },
  postings: {
    about: 'What each transaction moved on your balances, in the smallest unit of each asset.',
    rowsOf: ({ id }) =>
      sql`account_id in (select accounts.id from accounts where accounts.owner = ${id})`,
    columns: {
      ...all('journal_id line account_id currency amount created_at', TOLD),
      statement_of: OWN,
    },
  },
  entry_values: {
    about: 'What each of these was worth in your currency.',
    rowsOf: ({ id }) =>
      sql`exists (select 1 from postings join accounts on accounts.id = postings.account_id
        where accounts.owner = ${id} and postings.journal_id = entry_values.journal_id
        and postings.line = entry_values.line)`,
    columns: all('journal_id line currency value price', TOLD),
  },
  quotes: {
    about: 'Prices that you were offered for swaps and sales.',
    columns: {
      ...all('id source_currency source_units target_currency target_units spread_units', TOLD),
      ...all('created_at expires_at used_at', TOLD),
    },
  },
  operations: {
    about: 'Your orders and what was answered, kept so that none happens twice.',
    columns: {
      ...all('key operation state answer created_at', TOLD),
      request_hash: { untold: FINGERPRINT },
    },
  },
  deposit_addresses: {
    about: 'The addresses you receive at.',
    columns: {
      ...all('payment_route_id network address tag sandbox created_at', TOLD),
      address_index: {
        untold: 'A running number over all customers, which would say how many there are.',
      },
    },
  },
  deposits: {
    about: 'What you received, or what is on its way to you.',
    columns: {
      ...all('id currency network units confirmations confirmations_needed state seen_at', TOLD),
      ...all('ask_at credited_at dropped_at external_id transaction_hash output_index', TOLD),
      ...all('address tag amount settled senders', TOLD),
    },
  },
  deposits_aside: {
    about: 'What came to one of your addresses and could not be credited.',
    rowsOf: ({ id }) =>
      sql`exists (select 1 from deposit_addresses as own where own.user_id = ${id}
        and own.network = deposits_aside.network and own.address = deposits_aside.address
        and own.tag = deposits_aside.tag)`,
    columns: {
      ...all('id external_id reason network address tag currency amount transaction_hash', TOLD),
      ...all('output_index confirmations status seen_at reported_at settled_at', TOLD),
      settled_for: { untold: NOTE },
    },
  },
  withdrawals: {
    about: 'What you withdrew.',
    part: 'identity',
    only: sql`holder not in ('', '-') and ${whileOpen('withdrawals', 'created_at')}`,
    columns: {
      id: BOTH,
      ...all('payment_route_id currency units fee_units usd_cents', STAYING),
      address: { ...BOTH, blank: '-' },
      ...all('destination tag status created_at cancellable_until due_at attempts', STAYING),
      ...all('sending transaction_hash broadcast_at completed_at failed_at refunded_at', STAYING),
      ...all('cancelled_at cancelled_for mail_id session_id', STAYING),
      holder: { ...BOTH, blank: '-' },
      ...all('returned_for payee_answer', STAYING),
      payee_name: { ...BOTH, blank: '' },
      ...all('to_cancel doubted_at halted_at', STAYING),
    },
  },
  screenings: {
    about:
      'When you, and each of your transfers, were looked up on lists of sanctions, as the law asks.',
    columns: {
      ...all('subject reference asked_at', TOLD),
      id: { untold: 'The two columns before, in one.' },
      ...all('state matched list due_at attempts generation', { untold: FORBIDDEN }),
      ...all('answered_generation answered_at decided_at decide_by', { untold: FORBIDDEN }),
      ...all('reported_at decided_by decided_why suspended_until', { untold: FORBIDDEN }),
      ...all('confirmed_at bulk_since', { untold: FORBIDDEN }),
    },
  },
  counterparties: {
    about: 'Whose the addresses are that you sent to or received from, as you told us.',
    part: 'personal',
    columns: {
      ...all('network address tag owner name country provider said_at proved_at proved_by', BOTH),
      nonce: { untold: 'A random text that makes the message to sign yours alone.', gone: SPENT },
    },
  },
  travel_rule: {
    about: 'Who stood on the other side of each of your transfers, as it was handed on.',
    part: 'identity',
    only: sql`(name <> '' or told_name <> '') and ${whileOpen('travel_rule', 'asked_at')}`,
    columns: {
      id: BOTH,
      ...all('subject reference state', STAYING),
      owner: BOTH,
      ...all('name country', { ...BOTH, blank: '' }),
      provider: BOTH,
      ...all('message asked_at due_at attempts generation answered_at said until_at', STAYING),
      by_customer: STAYING,
      ...all('told_name told_country', { ...BOTH, blank: '' }),
      told_provider: BOTH,
      told_at: STAYING,
    },
  },
  transfer_values: {
    about: 'What each of your transfers and payments was worth in euros, as the law asks.',
    columns: all('id kind direction happened_at eur_cents valued_at', TOLD),
  },
  large_transfers: {
    about:
      'Your transfers of EUR 15,000 or more, alone or together, which the law has us register.',
    rowsOf: ({ id }) => sql`id in (select id from transfer_values where user_id = ${id})`,
    columns: all('id sum_eur_cents entered_at', TOLD),
  },
  purchases: {
    about: 'What you bought by card. Card numbers are with the payment provider, not with us.',
    part: 'identity',
    only: sql`refund_settled_for <> '' and ${whileOpen('purchases', 'refund_settled_at')}`,
    columns: {
      id: BOTH,
      ...all('amount currency crypto_units crypto_currency usdc usdc_rate status', STAYING),
      ...all('price_until superseded agreed_units paid_at expired refunded_at listed_at', STAYING),
      ...all('device_type created_at recorded_at next_check_at seen_at price spread_bps', STAYING),
      ...all('refund_refused_at refund_settled_at card_match returned_for refund_id', STAYING),
      refund_until: STAYING,
      refund_settled_for: { untold: NOTE, kept: true, blank: '' },
      disputes_asked: {
        untold: 'How often we asked the provider about disputes of it: nothing about you.',
        gone: STAYS,
      },
      disputes_heard: {
        untold: 'Which of these questions was answered last: nothing about you.',
        gone: STAYS,
      },
      token: {
        untold: 'It opens the payment page: whoever finds the file must not have it.',
        gone: STAYS,
      },
    },
  },
  charge_backs: {
    about: 'That a bank took back what you paid by card: how much, and what you owe of it.',
    columns: {
      ...all('purchase_id currency charged owed waived respond_by found_at heard_at', TOLD),
      decided_at: TOLD,
      owed_by: OWN,
      lost: { untold: 'What we lost by it, which nobody owes.' },
      decided_why: { untold: NOTE },
    },
  },
  charge_back_reports: {
    about: 'What the card payment provider said of such a dispute.',
    rowsOf: ofPurchase,
    columns: {
      ...all('purchase_id dispute_id place state cents currency reason respond_by said_at', TOLD),
      heard_at: TOLD,
    },
  },
  charge_back_parts: {
    about: 'What was taken from you for it, or given back to you.',
    columns: all('reference purchase_id cents', TOLD),
  },
  card_settlement_lines: {
    about: 'Your card payments as their provider settled them.',
    rowsOf: ofPurchase,
    columns: all('id day purchase_id kind cents currency', TOLD),
  },
  provider_notices: {
    about: 'When a provider told us that something about your check or your payment had changed.',
    rowsOf: ({ id }) =>
      sql`about = ${id} or about in
        (select unnest(array[purchases.id, purchases.token]) from purchases where user_id = ${id})`,
    columns: {
      ...all('party heard answered asked_at attempts', TOLD),
      digest: { untold: 'A fingerprint of the provider’s message.' },
      about: { untold: 'Your account number, or the token of a payment page.' },
    },
  },
  notification_settings: {
    about: 'Which emails and pop-ups you chose.',
    removed: CHOICE,
    columns: { chosen: TOLD },
  },
  price_alerts: {
    about: 'The prices you asked to be told of.',
    removed: CHOICE,
    columns: all('id asset kind currency threshold channel created_at fired_at', TOLD),
  },
  risk_decisions: {
    about: 'When you were placed in a risk group, as the law asks.',
    // Only the first one: a later one could reveal that something was found.
    rowsOf: ({ id }) =>
      sql`id = (select min(own.id) from risk_decisions as own where own.user_id = ${id})`,
    columns: {
      decided_at: TOLD,
      id: { untold: RUNNING },
      user_id: OWN,
      ...all('risk_group decided_by reason', { untold: GROUP }),
    },
  },
  tax_certifications: {
    about: 'Where you pay tax and your tax numbers there, each time you certified it.',
    part: 'identity',
    first: sql`id desc`,
    columns: all('id address city state postal country residences declaration certified_at', BOTH),
  },
  tax_asks: {
    about: 'That we asked you where you pay tax, and until when you can answer.',
    part: 'identity',
    columns: {
      ...all('asked_at limited_at', BOTH),
      told: { told: true, gone: COMMON },
      look_at: { untold: 'When a program looks at it again.', gone: COMMON },
    },
  },
  tax_zones: {
    about: 'In which time zone your tax years begin in our tax report.',
    removed: CHOICE,
    columns: all('country zone first_at', TOLD),
  },
  carf_records: {
    about: 'In which yearly reports to a tax office you were, as the law asks.',
    columns: { ...all('message reference', TOLD), digest: { untold: FINGERPRINT } },
  },
  data_updates: {
    about: 'When your data was updated last, and the check that updates it.',
    part: 'identity',
    columns: {
      ...all('risk_group rules_group chosen', { untold: GROUP, kept: true }),
      updated_at: BOTH,
      ...all('due_at limited_at', { untold: GROUP, kept: true }),
      check_id: BOTH,
      ...all('told look_at', { untold: GROUP, gone: COMMON }),
    },
  },
  recurring_buys: {
    about: 'What you asked to buy again and again.',
    removed: CHOICE,
    columns: {
      ...all('id asset cash units every first_on next_on most_spread_bps state created_at', TOLD),
      due_at: TOLD,
    },
  },
  recurring_runs: {
    about: 'What became of each day of these.',
    rowsOf: ({ id }) => sql`buy_id in (select id from recurring_buys where user_id = ${id})`,
    columns: all('buy_id day outcome created_at', TOLD),
  },
  notices: {
    // After what writes notices, so that an alert that fires meanwhile cannot write one after they are gone.
    about: 'What the app and push messages told you in the last day.',
    removed: COMMON,
    columns: all('id body about session_id page alarm created_at expires_at pushed_at turn', TOLD),
  },
  second_factor_asks: {
    about: 'When we asked you to turn on the second factor.',
    removed: COMMON,
    columns: all('occasion asked_at', TOLD),
  },
  quarter_statements: {
    about: 'Of which quarters we sent you word that the statement of what you held is ready.',
    part: 'correspondence',
    columns: all('quarter looked_at sent', BOTH),
  },
  notes: {
    about: 'Your notes on transactions, sealed on your device: only it can open them.',
    removed: 'Sealed on the customer’s device: nobody else can read it.',
    columns: all('entry_id journal_id sealed version changed_at', TOLD),
  },
  note_keys: {
    about: 'The key of your notes: that there is one, and since when.',
    removed: SPENT,
    columns: {
      ...all('key_id rounds sealed_at', TOLD),
      salt: { untold: 'It belongs to the sealed key.' },
      sealed: {
        untold: 'The sealed key: whoever finds the file could guess your password with it.',
      },
      sealed_for: { untold: FINGERPRINT },
    },
  },
  bank_accounts: {
    about: 'The accounts at our bank that you pay into.',
    part: 'identity',
    columns: {
      ...all('currency external_id holder bank iban bic bsb account_number pay_id', BOTH),
      created_at: BOTH,
      look_at: { told: true, gone: COMMON },
    },
  },
  bank_account_requests: {
    about: 'The accounts at our bank that we asked for, for you to pay into.',
    part: 'identity',
    columns: all('request_id currency external_id state asked_at ended_at', BOTH),
  },
  bank_transfers: {
    about: 'Bank transfers that came for you.',
    part: 'identity',
    // While the bank or an officer has to decide, they need to know whose it is.
    only: sql`(payer <> '' or reference <> '' or settled_for <> '' and ${settledOpen})
      and ${whileOpen('bank_transfers', 'seen_at')}
      and (state in ('credited', 'returned', 'recalled', 'rejected')
        or state = 'aside' and settled_at is not null)`,
    columns: {
      ...all('id external_id', BOTH),
      ...all('currency amount', STAYING),
      ...all('payer reference', { ...BOTH, blank: '' }),
      ...all('state reason owed seen_at ask_at ended_at settled_at', STAYING),
      owed_by: { ...OWN, gone: STAYS },
      settled_for: {
        untold: NOTE,
        kept: true,
        blank: sql`case when ${settledOpen} then '' else settled_for end`,
      },
    },
  },
  debt_cases: {
    about:
      'That you owe what an earlier account of yours owed, since when, and for which transfers.',
    rowsOf: ({ id }) => sql`user_id = ${id} and decision = 'theirs'`,
    part: 'identity',
    columns: {
      user_id: OWN,
      id: { untold: 'A number of ours for it.', gone: STAYS },
      former_id: { untold: 'The number of the closed account.', kept: true },
      match: { untold: NOTE, kept: true },
      ...all('found_at decision decided_at', BOTH),
      decided_why: { untold: NOTE, kept: true },
      transfers: BOTH,
    },
  },
  endings: {
    about: 'That we end our agreement with you: when, and until when you can take what you hold.',
    part: 'identity',
    columns: {
      at_once: BOTH,
      officer: { untold: STAFF, kept: true },
      reason: { untold: NOTE, kept: true },
      ...all('noticed_at ends_at claim_until', BOTH),
      ...all('done done_at', { untold: 'Which reminders were sent, which you have.', kept: true }),
      look_at: { untold: 'When the server looks again.', gone: COMMON },
      waits_for: { untold: NOTE, gone: COMMON },
    },
  },
  ended_relationships: {
    about: 'The register of agreements that we ended.',
    columns: {
      ...all('at_once noticed_at ended_at', TOLD),
      officer: { untold: STAFF },
      reason: { untold: NOTE },
    },
  },
  customer_terms: {
    about: 'Which versions of our terms you accepted or were told of, and from when each counts.',
    part: 'identity',
    columns: all('document version told_at seen_at counts_at', BOTH),
  },
  push_subscriptions: {
    about: 'The devices that get push messages.',
    removed: SPENT,
    columns: {
      ...all('session_id endpoint created_at refused', TOLD),
      p256dh: { untold: 'A key of your browser for push messages, which only it can use.' },
      auth: { untold: 'A secret of your browser for push messages.' },
    },
  },
  card_holder_cases: {
    about: 'Card payments of which a person looked at whose card it was.',
    part: 'identity',
    columns: {
      ...all('purchase_id holder match made_at decided_at decision', BOTH),
      decided_by: { untold: STAFF, kept: true },
      decided_why: { untold: NOTE, kept: true },
    },
  },
  identity_cases: {
    about:
      'Documents of your identity checks that a person looked at: those that were found to be yours, and those of your first check or an update that still wait for a person.',
    // For a recovery or in a session, whoever has the mailbox shows a document: it may be somebody else's (HARD-98).
    rowsOf: ({ id }) => sql`user_id = ${id} and (decision = 'theirs'
      or (decided_at is null and (check_name = '' or check_name like 'update-%')))`,
    part: 'identity',
    columns: {
      user_id: OWN,
      id: { untold: 'A number of ours.', kept: true },
      check_name: { untold: 'The name of the check at its provider.', kept: true },
      ...all('first_name last_name latin_name born country', BOTH),
      match: { untold: NOTE, kept: true },
      ...all('made_at due_at decided_at', BOTH),
      decision: {
        untold: 'What is listed with the time of a decision was found to be yours.',
        kept: true,
      },
      decided_by: { untold: STAFF, kept: true },
      decided_why: { untold: NOTE, kept: true },
    },
  },
  audit_words: {
    about: 'Why our staff did what they did about your account, in their words.',
    rowsOf: ({ id }) => sql`user_id = ${id} and exists (
      select from audit_log where audit_log.seq = audit_words.seq and subject = ${id})`,
    part: 'correspondence',
    // What officers write about a closed account after it was closed is no leftover.
    only: whileOpen('audit_words', 'written_at'),
    columns: {
      user_id: OWN,
      seq: { untold: RUNNING, kept: true },
      ...all('name words written_at', BOTH),
    },
  },
  audit_log: {
    about: 'What our staff did about your account.',
    rowsOf: ({ id }) => sql`subject = ${id}`,
    columns: {
      ...all('at action detail', TOLD),
      seq: { untold: RUNNING },
      actor: { untold: STAFF },
      subject: OWN,
      ...all('previous hash', { untold: 'A seal of the log.' }),
    },
  },
} as const satisfies Tables;

/** The register's tables, each with all that may be left out. */
export const storedTables = Object.entries<AnyTable>(personalData).map(([table, entry]) => ({
  table,
  rowsOf: ofUser,
  ...entry,
  columns: entry.rowsOf ? entry.columns : { user_id: OWN, ...entry.columns },
}));
