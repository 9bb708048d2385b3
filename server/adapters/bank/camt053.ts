import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as v from 'valibot';
import { findCash } from '#core/domain/cash.ts';
import { parseUnits } from '#core/domain/decimal.ts';

/** One movement booked by the bank. */
export interface StatementEntry {
  /** In minor units: positive for a credit, negative for a debit. */
  readonly units: bigint;
  /** All references that the bank gives. One of them is ours, or the bank's id of a transfer. */
  readonly references: readonly string[];
  /** It reverses another entry. */
  readonly reversal: boolean;
}

/** The bookings of one of our accounts on one day. */
export interface Statement {
  readonly account: string;
  readonly currency: string;
  /** In the format 2026-01-31. */
  readonly day: string;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly entries: readonly StatementEntry[];
}

/** The statement read from a document, or the problem that makes it unusable, for the operator. */
export type StatementReading =
  | { readonly ok: true; readonly statements: readonly Statement[] }
  | { readonly ok: false; readonly problem: string };

/** All versions of the message contain what is read here. */
const MESSAGE = /["']urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d["']/;
/** No bank declares entities or a DTD; they are the means of attacks on XML parsers. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;

const lists: ReadonlySet<string> = new Set(['Stmt', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls']);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  removeNSPrefix: true,
  // Amounts stay text, so that none becomes a binary float.
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => lists.has(name),
});

const amount = v.object({
  '#': v.pipe(v.string(), v.regex(/^\d{1,18}(?:\.\d{1,5})?$/)),
  '@Ccy': v.string(),
});
const sign = v.picklist(['CRDT', 'DBIT']);
/** The parser makes an empty text out of an empty element. */
const orEmpty = <S extends v.GenericSchema>(schema: S) => v.union([v.literal(''), schema]);

const balance = v.object({
  Tp: v.object({ CdOrPrtry: v.object({ Cd: v.optional(v.string()) }) }),
  Amt: amount,
  CdtDbtInd: sign,
  Dt: v.object({ Dt: v.optional(v.string()), DtTm: v.optional(v.string()) }),
});

const details = v.object({
  Refs: v.optional(v.unknown()),
  Amt: v.optional(amount),
  AmtDtls: v.optional(orEmpty(v.object({ TxAmt: v.optional(v.object({ Amt: amount })) }))),
  CdtDbtInd: v.optional(sign),
  RtrInf: v.optional(v.unknown()),
});

const entry = v.object({
  NtryRef: v.optional(v.string()),
  AcctSvcrRef: v.optional(v.string()),
  Amt: amount,
  CdtDbtInd: sign,
  RvslInd: v.optional(v.picklist(['true', 'false', '1', '0'])),
  // An object with a code since version 4 of the message, a plain text before.
  Sts: v.union([v.string(), v.object({ Cd: v.string() })]),
  NtryDtls: v.optional(
    v.array(orEmpty(v.object({ TxDtls: v.optional(v.array(orEmpty(details))) }))),
  ),
});

const statement = v.object({
  Acct: v.object({
    Id: v.union([v.object({ IBAN: v.string() }), v.object({ Othr: v.object({ Id: v.string() }) })]),
  }),
  Bal: v.array(balance),
  Ntry: v.optional(v.array(entry)),
});

const document = v.object({
  Document: v.object({ BkToCstmrStmt: v.object({ Stmt: v.array(statement) }) }),
});

type Amount = v.InferOutput<typeof amount>;
type Sign = v.InferOutput<typeof sign>;
type Balance = v.InferOutput<typeof balance>;
type Details = v.InferOutput<typeof details>;
type Entry = v.InferOutput<typeof entry>;

/** A problem of the document: thrown while it is parsed, and returned as a value. */
class Wrong extends Error {}

const refuse = (problem: string): never => {
  throw new Wrong(problem);
};

function unitsOf(amount: Amount, way: Sign, currency: string): bigint {
  if (amount['@Ccy'] !== currency) return refuse(`it mixes ${currency} and ${amount['@Ccy']}`);
  const units = parseUnits(amount['#'], findCash(currency)?.scale ?? 0);
  if (units === undefined) return refuse(`${currency} has no amount ${amount['#']}`);
  return way === 'CRDT' ? units : -units;
}

/** The balance of the first of these kinds that the document has. */
function balanceOf(balances: readonly Balance[], kinds: readonly string[]): Balance {
  for (const kind of kinds) {
    const [found, another] = balances.filter(({ Tp }) => Tp.CdOrPrtry.Cd === kind);
    if (another) return refuse(`it has several balances ${kind}`);
    if (found) return found;
  }
  return refuse(`it has no balance ${kinds.join(' or ')}`);
}

const REFERENCES = [
  ...['EndToEndId', 'InstrId', 'PmtInfId', 'MsgId', 'TxId', 'UETR', 'AcctSvcrRef'],
  ...['AcctOwnrTxId', 'AcctSvcrTxId', 'ClrSysRef', 'MndtId'],
] as const;

const references = (refs: unknown): readonly string[] => {
  const read = v.safeParse(v.record(v.string(), v.unknown()), refs);
  if (!read.success) return [];
  return REFERENCES.flatMap((name) => {
    const text = read.output[name];
    return typeof text === 'string' && text !== '' && text !== 'NOTPROVIDED' ? [text] : [];
  });
};

const statusOf = ({ Sts }: Entry): string => (typeof Sts === 'string' ? Sts : Sts.Cd);

/** The transactions of an entry: usually one, several if the bank books them together. */
function partsOf(booked: Entry, currency: string): readonly StatementEntry[] {
  const whole = unitsOf(booked.Amt, booked.CdtDbtInd, currency);
  const reversal = booked.RvslInd === 'true' || booked.RvslInd === '1';
  const own = [booked.NtryRef, booked.AcctSvcrRef].flatMap((text) => text || []);
  const parts: readonly Details[] = (booked.NtryDtls ?? []).flatMap((group) =>
    group === '' ? [] : (group.TxDtls ?? []).flatMap((part) => (part === '' ? [] : part)),
  );
  const [only, another] = parts;
  if (!another) {
    return [{ units: whole, references: [...own, ...references(only?.Refs)], reversal }];
  }
  const read = parts.map((part): StatementEntry => {
    const { Amt, AmtDtls, CdtDbtInd = booked.CdtDbtInd, Refs } = part;
    const said = Amt ?? (AmtDtls === '' ? undefined : AmtDtls?.TxAmt?.Amt);
    if (!said)
      return refuse('it books several transactions together and does not say how much each is');
    return {
      units: unitsOf(said, CdtDbtInd, currency),
      references: references(Refs),
      reversal: reversal || part.RtrInf !== undefined,
    };
  });
  if (sum(read) !== whole) refuse('the transactions of an entry do not add up to it');
  return read;
}

const sum = (entries: readonly StatementEntry[]): bigint =>
  entries.reduce((all, { units }) => all + units, 0n);

/** Entries that are not booked yet: they are in the statement of the day on which they are. */
const NOT_BOOKED: readonly string[] = ['PDNG', 'INFO', 'FUTR'];

function entriesOf(entries: readonly Entry[], currency: string): readonly StatementEntry[] {
  return entries.flatMap((one) => {
    const status = statusOf(one);
    if (NOT_BOOKED.includes(status)) return [];
    if (status !== 'BOOK') return refuse(`it has an entry of an unknown status ${status}`);
    return partsOf(one, currency);
  });
}

function statementOf(
  { Acct, Bal, Ntry = [] }: v.InferOutput<typeof statement>,
  day: string,
): Statement {
  const first = balanceOf(Bal, ['OPBD', 'PRCD']);
  const last = balanceOf(Bal, ['CLBD']);
  const currency = last.Amt['@Ccy'];
  const closes = last.Dt.Dt ?? last.Dt.DtTm?.slice(0, 10) ?? '';
  if (closes !== day) return refuse(`it is of ${closes || 'no day'} and not of ${day}`);
  const opening = unitsOf(first.Amt, first.CdtDbtInd, currency);
  const closing = unitsOf(last.Amt, last.CdtDbtInd, currency);
  const entries = entriesOf(Ntry, currency);
  if (opening + sum(entries) !== closing) {
    return refuse(
      `its ${currency} entries do not lead from the opening balance to the closing one`,
    );
  }
  const account = 'IBAN' in Acct.Id ? Acct.Id.IBAN : Acct.Id.Othr.Id;
  return { account, currency, day, opening, closing, entries };
}

function read(text: string, day: string): readonly Statement[] {
  if (DECLARATION.test(text)) return refuse('it declares a document type of its own');
  const valid = XMLValidator.validate(text);
  if (valid !== true) return refuse(`it is no XML: line ${valid.err.line}`);
  if (!MESSAGE.test(text)) return refuse('it is no camt.053');
  const parsed = v.safeParse(document, parser.parse(text));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return refuse(`it lacks ${v.getDotPath(issue) ?? 'Document'}, or has it in another form`);
  }
  // Accounts in other currencies than ours are left out.
  const ours = parsed.output.Document.BkToCstmrStmt.Stmt.filter(({ Bal }) =>
    Bal.some(({ Amt }) => findCash(Amt['@Ccy'])),
  ).map((one) => statementOf(one, day));
  if (ours.length === 0) return refuse('it has no account in a currency of ours');
  const accounts = new Set(ours.map(({ account, currency }) => `${account} ${currency}`));
  if (accounts.size < ours.length) return refuse('it has an account twice');
  return ours;
}

/**
 * Reads a camt.053 (ISO 20022, bank to customer statement) of a day. It is strict: a document whose sums do
 * not add up is refused, because the books are compared with it. Personal data of other people is left out.
 */
export function readCamt053(text: string, day: string): StatementReading {
  try {
    return { ok: true, statements: read(text, day) };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, problem: error.message };
    throw error;
  }
}
