import * as v from 'valibot';
import { LONGEST_TEXT } from '#core/domain/request-rules.ts';
import { endpoint } from './endpoint.ts';
import { done, id, instant, sentInstant, success, text } from './schemas.ts';
import { channels } from './security.ts';

/** What the desk decides on (KEEP-10). */
export const caseKinds = [
  'request',
  'held',
  'monitoring',
  'deposit-aside',
  'bank-aside',
  'risk',
  'ending',
] as const;
export type CaseKind = (typeof caseKinds)[number];

/**
 * What an officer can do with a case. `no-error`: nothing wrong was found, and the written explanation
 * follows; `later`: the answer is due later; `close`: nothing is left to do; `release`: what is held goes on;
 * `report`: it was reported to the authority, and stays held; `confirm`: the authority wants it held; `nothing`:
 * there is nothing to report; `low`, `medium`, `high`: the customer's risk
 * group from now on; `end`, `end-now`, `go-on`: the relationship ends with notice, or at once, or the notice is
 * taken back.
 */
export const caseDecisions = [
  'answer',
  'reject',
  'no-error',
  'later',
  'close',
  'release',
  'report',
  'confirm',
  'nothing',
  'low',
  'medium',
  'high',
  'end',
  'end-now',
  'go-on',
] as const;
export type CaseDecision = (typeof caseDecisions)[number];

const named = {
  kind: v.picklist(caseKinds),
  id: v.string(),
  title: v.string(),
  /** Whose it is: an address; empty where that is not known. */
  customer: v.string(),
  since: instant,
  /** Null: no time is set by law or document. */
  due_at: v.nullable(instant),
  /** What an authority elsewhere asks for besides (KEEP-13), the earliest first. Absent in versions before it. */
  clocks: v.optional(v.array(v.object({ title: v.string(), due_at: instant }))),
};

export const caseRow = v.object(named);
export type CaseRow = v.InferOutput<typeof caseRow>;

export const deskCase = v.object({
  ...named,
  /** Their account, which may stand in an address of a page; null where it is not known. */
  customer_id: v.nullable(v.string()),
  facts: v.array(v.object({ label: v.string(), value: v.string() })),
  /** What the customer wrote; empty where a case is not about words. */
  body: v.string(),
  /** What was decided; null while it is open. */
  decided: v.nullable(v.object({ at: instant, by: v.string(), text: v.string() })),
  /** What can be decided now. */
  decisions: v.array(v.picklist(caseDecisions)),
  /** What another officer has decided and somebody else has to confirm; null: nothing. */
  proposed: v.nullable(
    v.object({
      decision: v.picklist(caseDecisions),
      at: instant,
      by: v.string(),
      reason: v.string(),
      /** It was the officer who asks: somebody else has to confirm it. */
      own: v.boolean(),
    }),
  ),
  /** Who of us is speaking with the customer now. Absent in versions before it. */
  speaking: v.optional(
    v.array(
      v.object({
        id: v.string(),
        channel: v.picklist(channels),
        since: instant,
        until: instant,
        by: v.string(),
        /** It is the officer who asks. */
        own: v.boolean(),
      }),
    ),
  ),
});
export type DeskCase = v.InferOutput<typeof deskCase>;

/** The open cases, the one that is due first at the top. */
export const listCases = endpoint({
  path: '/desk/list-cases',
  access: 'compliance',
  effect: 'read',
  request: v.object({ after: v.optional(text(200), '') }),
  answer: v.object({
    ...success,
    data: v.array(caseRow),
    /** How many are open. */
    open: v.number(),
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
    /** What the customer is told, or why it is closed. */
    reason: text(LONGEST_TEXT),
    /** With `later`. */
    due_at: v.optional(sentInstant),
  }),
  /** `second`: it was noted, and counts once a second officer has decided the same. */
  answer: v.object({ ...success, second: v.boolean() }),
});

/** The registers that an officer may take along. */
export const registers = [
  'requests',
  'held',
  'monitoring',
  'large',
  'ended',
  'aside',
  'log',
] as const;
export type Register = (typeof registers)[number];

/** A register, as rows of a table; what was added first is first. */
export const exportRegister = endpoint({
  path: '/desk/export-register',
  access: 'compliance',
  effect: 'read',
  request: v.object({ register: v.picklist(registers), after: v.optional(text(200), '') }),
  answer: v.object({
    ...success,
    columns: v.array(v.string()),
    data: v.array(v.array(v.string())),
    next: v.optional(v.string()),
  }),
});

/**
 * What is kept of a closed account, by how long (KEEP-05): who they were and what their transactions were, what
 * was written with them, and what else the law asks for.
 */
export const archiveParts = ['identity', 'correspondence', 'personal'] as const;
export type ArchivePart = (typeof archiveParts)[number];

/** That an officer wants what is kept of an account erased before its time; `own`: this one does. */
const erasure = v.object({ at: instant, by: v.string(), reason: v.string(), own: v.boolean() });

export const closedAccount = v.object({
  /** Its account number, which the books still have. */
  id: v.string(),
  closed_at: instant,
  parts: v.array(
    v.object({
      part: v.picklist(archiveParts),
      erase_at: instant,
      /** An authority had it kept longer. */
      extended: v.boolean(),
      /** Null: it was sealed with a key that the server does not have. */
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
  /** Null: no officer wants it erased. */
  erasure: v.nullable(erasure),
  /** Who read it or had it kept longer, and why, this time included. */
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

/** What is kept of the closed accounts that had an address, or of one by its number; with a reason on record. */
export const readArchive = endpoint({
  path: '/desk/read-archive',
  access: 'compliance',
  effect: 'write',
  request: v.object({
    /** An email address or an account number. */
    about: text(254),
    reason: text(LONGEST_TEXT),
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
  request: v.object({ id, reason: text(LONGEST_TEXT) }),
  answer: v.object({ ...success, second: v.boolean() }),
});

/** Keeps a closed account's parts longer, once each, because an authority asked for it. */
export const extendArchive = endpoint({
  path: '/desk/extend-archive',
  access: 'compliance',
  effect: 'write',
  request: v.object({ id, reason: text(LONGEST_TEXT) }),
  answer: done,
});

/** An officer speaks with a customer from now on, for an hour at most. What they said before of it ends. */
export const startConversation = endpoint({
  path: '/desk/start-conversation',
  access: 'compliance',
  effect: 'write',
  request: v.object({
    /** The customer's account. */
    id,
    channel: v.picklist(channels),
    /** What it is about, for the record. */
    reason: text(LONGEST_TEXT),
  }),
  answer: done,
});

/** A conversation is over; any officer may say so. */
export const endConversation = endpoint({
  path: '/desk/end-conversation',
  access: 'compliance',
  effect: 'write',
  repeatable: true,
  request: v.object({ id }),
  answer: done,
});
