import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import {
  decimal,
  done,
  id,
  instant,
  sentInstant,
  signedDecimal,
  success,
  text,
} from '#core/contract/schemas.ts';
import { accountTransaction } from '#core/contract/wallet/history.ts';
import { channels } from '#core/people/channels.ts';
import { LONGEST_TEXT } from '#core/people/request-rules.ts';
import { caseDecisions, caseKinds, payTo, registers } from './desk-act.ts';

/** An officer's code, or a passkey's token, for exactly this act (READ-08). Older pages send none and are refused. */
const otp = v.optional(text(16), '');

const named = {
  kind: v.picklist(caseKinds),
  id: v.string(),
  title: v.string(),
  /** What it is about, in a line of plain words. Older servers do not send it. */
  about: v.optional(v.string()),
  /** The amount that it is about, where it is about one. */
  amount: v.optional(decimal),
  currency_id: v.optional(v.string()),
  /** The customer's email address; empty if unknown. */
  customer: v.string(),
  since: instant,
  /** Null if neither law nor document sets a deadline. */
  due_at: v.nullable(instant),
  /**
   * Further deadlines, of authorities elsewhere (KEEP-13), earliest first. Older servers do not send them.
   */
  clocks: v.optional(v.array(v.object({ title: v.string(), due_at: instant }))),
};

export const caseRow = v.object(named);
export type CaseRow = v.InferOutput<typeof caseRow>;

/** What an identity check was for: `gift`: the account gets an address. */
const identityChecks = ['first', 'update', 'session', 'recovery', 'gift'] as const;
export type IdentityCheck = (typeof identityChecks)[number];

/** A member of staff who is speaking with a customer now. */
export const conversation = v.object({
  id: v.string(),
  channel: v.picklist(channels),
  since: instant,
  until: instant,
  by: v.string(),
  /** It is the officer who asks. */
  own: v.boolean(),
});
export type Conversation = v.InferOutput<typeof conversation>;

export const deskCase = v.object({
  ...named,
  /** The customer's account id, for links; null if unknown. */
  customer_id: v.nullable(v.string()),
  facts: v.array(v.object({ label: v.string(), value: v.string() })),
  /** What the customer wrote; empty for cases that no text began. */
  body: v.string(),
  /** The entry of the customer's history that they wrote about. */
  transaction: v.optional(accountTransaction),
  /** Of a request about none: those whose ids stand in its text, or else the latest ones. Older servers do not send them. */
  transactions: v.optional(v.array(accountTransaction)),
  /** Whether the text names those. */
  names_them: v.optional(v.boolean()),
  /** The decision; null while the case is open. */
  decided: v.nullable(v.object({ at: instant, by: v.string(), text: v.string() })),
  /** What was decided last; absent: nothing yet, or it is not known. Older servers do not send it. */
  decision: v.optional(v.picklist(caseDecisions)),
  /**
   * When this case was decided last, as `decideCase` is told by the page; empty: not yet. A case that can be
   * decided again (a risk group, a relationship) has one, too. Older servers do not send it.
   */
  seen: v.optional(v.string()),
  /**
   * Names what the case rests on, such as the document that came or what was found, as `decideCase` is told by the page.
   * Older servers do not send it.
   */
  version: v.optional(v.string()),
  /**
   * What has become of what it is about, while nobody had decided, in a sentence; absent: it is as it was. Older servers do
   * not send it.
   */
  became: v.optional(v.string()),
  /** The decisions that can be made now. */
  decisions: v.array(v.picklist(caseDecisions)),
  /** A decision by one officer that a second one must confirm; null if there is none. */
  proposed: v.nullable(
    v.object({
      decision: v.picklist(caseDecisions),
      at: instant,
      by: v.string(),
      reason: v.string(),
      /** The officer who asks made it, so another one must confirm it. */
      own: v.boolean(),
    }),
  ),
  /** Members of staff who are speaking with the customer now. Older servers do not send them. */
  speaking: v.optional(v.array(conversation)),
  /** The number of the closed account that it is about, whose archive says whose it was. */
  closed_account: v.optional(v.string()),
  /** Where `pay` can send it; empty for cash, which goes to a bank account. */
  networks: v.optional(v.array(v.string())),
  /** The text of a letter, where no address is kept that mails reach. */
  letter: v.optional(v.string()),
  /** Whether `exportEvidence` has something about it. */
  evidence: v.optional(v.boolean()),
  /** With the kind `identity`: which check it is about. Older servers do not send it. */
  check: v.optional(v.picklist(identityChecks)),
});
export type DeskCase = v.InferOutput<typeof deskCase>;

/** How many cases of a kind are open. Each number but the first is part of the one before it in time. */
export const kindCount = v.object({
  kind: v.picklist(caseKinds),
  open: v.number(),
  /** Of those, the ones with a deadline; the others stand behind all of them. */
  dated: v.number(),
  /** Of those, the ones whose deadline has passed, or comes before `today_ends` and `week_ends`. */
  late: v.number(),
  today: v.number(),
  week: v.number(),
});
export type KindCount = v.InferOutput<typeof kindCount>;

/** The open cases: first what is due, the earliest deadline first, then what has none, the oldest first. */
export const listCases = endpoint({
  path: '/desk/list-cases',
  access: 'compliance',
  effect: 'read',
  givesWay: 'histories',
  request: v.object({
    after: v.optional(text(200), ''),
    /** Only these. */
    kind: v.optional(v.picklist(caseKinds)),
    /**
     * Only the cases of a customer, by email address or account, those that a case's or transaction's id names, or the
     * requests in which a customer wrote all of these words, of three letters or more.
     */
    search: v.optional(text(254), ''),
    /** When the officer's day and their week end, for the numbers. */
    today_ends: v.optional(sentInstant),
    week_ends: v.optional(sentInstant),
  }),
  answer: v.object({
    ...success,
    data: v.array(caseRow),
    /** How many cases are open. */
    open: v.number(),
    /** The same by kind, where there are any. Older servers do not send it. */
    kinds: v.optional(v.array(kindCount)),
    next: v.optional(v.string()),
    as_of: instant,
  }),
});

const which = { kind: v.picklist(caseKinds), id };

export const getCase = endpoint({
  path: '/desk/get-case',
  access: 'compliance',
  effect: 'read',
  request: v.object(which),
  answer: v.object({ ...success, data: deskCase }),
});

export const decideCase = endpoint({
  path: '/desk/decide-case',
  access: 'compliance',
  effect: 'write',
  request: v.object({
    ...which,
    decision: v.picklist(caseDecisions),
    /** What the customer is told, or why the case is closed. */
    reason: text(LONGEST_TEXT),
    /** The new deadline, with the decision `later`. */
    due_at: v.optional(sentInstant),
    /**
     * With the decision `pay`: a bank account (an IBAN, or BSB and account number), or an address with its network and
     * tag. Both officers type it.
     */
    to: v.optional(payTo),
    /** The `seen` of the case as the officer read it: what another one decided since then is refused. */
    seen: v.optional(v.union([v.literal(''), sentInstant])),
    /** The `version` of the case as the officer read it: a decision about another one is refused. */
    version: v.optional(text(60)),
    otp,
  }),
  /** `second`: the decision was recorded, and takes effect once a second officer makes the same. */
  answer: v.object({ ...success, second: v.boolean() }),
});

/** Lets this session take a register along for ten minutes. */
export const openRegister = endpoint({
  path: '/desk/open-register',
  access: 'compliance',
  effect: 'write',
  givesWay: 'exports',
  request: v.object({ register: v.picklist(registers), otp }),
  answer: done,
});

/** A register as rows of a table, oldest entry first, once it was opened. */
export const exportRegister = endpoint({
  path: '/desk/export-register',
  access: 'compliance',
  effect: 'read',
  givesWay: 'exports',
  request: v.object({ register: v.picklist(registers), after: v.optional(text(200), '') }),
  answer: v.object({
    ...success,
    columns: v.array(v.string()),
    data: v.array(v.array(v.string())),
    next: v.optional(v.string()),
  }),
});

/** Everything that we know of a disputed card payment, as one text for its provider. */
export const exportEvidence = endpoint({
  path: '/desk/export-evidence',
  access: 'compliance',
  effect: 'write',
  givesWay: 'exports',
  request: v.object({ id, otp }),
  answer: v.object({ ...success, data: v.string() }),
});

/**
 * The parts of what is kept of a closed account, which differ in how long the law asks to keep them
 * (KEEP-05): identity and transactions; correspondence; other personal data.
 */
export const archiveParts = ['identity', 'correspondence', 'personal'] as const;
export type ArchivePart = (typeof archiveParts)[number];

/**
 * An officer's request to erase what is kept of an account before its time; `own`: by the officer who asks.
 */
const erasure = v.object({ at: instant, by: v.string(), reason: v.string(), own: v.boolean() });

export const closedAccount = v.object({
  /** The account number, which the ledger still uses. */
  id: v.string(),
  closed_at: instant,
  parts: v.array(
    v.object({
      part: v.picklist(archiveParts),
      erase_at: instant,
      /** An authority asked to keep it longer. */
      extended: v.boolean(),
      /** Null if it was sealed with a key that this server does not have. */
      tables: v.nullable(
        v.array(
          v.object({
            name: v.string(),
            rows: v.array(v.array(v.object({ label: v.string(), value: v.string() }))),
          }),
        ),
      ),
    }),
  ),
  /** Null if no officer requested its erasure. */
  erasure: v.nullable(erasure),
  /** Who read it or extended it, and why, including this reading. */
  acts: v.array(
    v.object({
      at: instant,
      by: v.string(),
      act: v.picklist(['read', 'extended']),
      reason: v.string(),
    }),
  ),
});
export type ClosedAccount = v.InferOutput<typeof closedAccount>;

/**
 * Reads what is kept of closed accounts, found by email address or account number. The reason is recorded. A proof counts
 * for ten minutes, for the same account: no code is needed to read it again.
 */
export const readArchive = endpoint({
  path: '/desk/read-archive',
  access: 'compliance',
  effect: 'write',
  givesWay: 'histories',
  request: v.object({
    /** An email address or an account number. */
    about: text(254),
    reason: text(LONGEST_TEXT),
    otp,
  }),
  answer: v.object({ ...success, data: v.array(closedAccount) }),
});

/**
 * Erases what is kept of a closed account before its time, for good, once two officers want it (KEEP-10).
 * `second`: it was noted, and another one has to confirm it.
 */
export const eraseArchive = endpoint({
  path: '/desk/erase-archive',
  access: 'compliance',
  effect: 'write',
  request: v.object({ id, reason: text(LONGEST_TEXT), otp }),
  answer: v.object({ ...success, second: v.boolean() }),
});

/**
 * Keeps the chosen parts of a closed account longer, because an authority asked for it. Each part can be
 * extended once.
 */
export const extendArchive = endpoint({
  path: '/desk/extend-archive',
  access: 'compliance',
  effect: 'write',
  request: v.object({ id, reason: text(LONGEST_TEXT), otp }),
  answer: done,
});

/** Where an asset or currency is, and whose it is (HARD-63). Amounts are decimals in whole units, each of which the books may have below zero. */
export const position = v.object({
  currency_id: v.string(),
  held_at: v.picklist(['custodian', 'bank']),
  /** What customers are owed. */
  owed: signedDecimal,
  /** What the custodian or bank holds by our books. */
  books: signedDecimal,
  /** What it holds by its own word; null: it did not say. */
  told: v.nullable(signedDecimal),
  /** The house's own; below zero, what customers are owed is not all there. */
  house: signedDecimal,
  /** Whether customers are covered; null where a sandbox plays the party, which holds nothing. */
  covered: v.nullable(v.boolean()),
});
export type Position = v.InferOutput<typeof position>;

export const readPosition = endpoint({
  path: '/desk/read-position',
  access: 'compliance',
  effect: 'read',
  hourly: 60,
  givesWay: 'exports',
  request: v.object({}),
  answer: v.object({ ...success, data: v.array(position), as_of: instant }),
});

/**
 * Records that an officer is speaking with a customer, for an hour at most. It replaces the officer's earlier
 * record for that customer.
 */
export const startConversation = endpoint({
  path: '/desk/start-conversation',
  access: 'compliance',
  effect: 'write',
  request: v.object({
    /** The customer's account. */
    id,
    channel: v.picklist(channels),
    /** The subject, for the audit log. */
    reason: text(LONGEST_TEXT),
    otp,
  }),
  answer: done,
});

/** Records that a conversation has ended; any officer may do so. */
export const endConversation = endpoint({
  path: '/desk/end-conversation',
  access: 'compliance',
  effect: 'write',
  repeatable: true,
  request: v.object({ id }),
  answer: done,
});
