import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as v from 'valibot';
import { findCash } from '#core/money/cash.ts';
import { parseUnits } from '#core/money/decimal.ts';

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
const MESSAGE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d$/;
/** What may stand before the first element, and that element's name and attributes. */
const ROOT =
  /^\uFEFF?(?:\s|<\?(?:(?!\?>)[\s\S])*\?>|<!--(?:(?!-->)[\s\S])*-->)*<([^\s/>?!][^\s/>]*)(?=[\s/>])([^>]*)>/;
/** What no XML may have, such as NUL, which the database does not store either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** No bank declares entities or a DTD; they are the means of attacks on XML parsers. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;

const lists: ReadonlySet<string> = new Set(['Stmt', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Rcrd']);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  removeNSPrefix: true,
  // Amounts stay text, so that none becomes a binary float.
  parseTagValue: false,
  parseAttributeValue: false,
  // References are decoded here, also those by number; an amount has none.
  processEntities: false,
  isArray: (name) => lists.has(name),
});

/** All spellings of a decimal in XML: with a plus, without digits on one side of the point, with zeros around it. */
const DECIMAL = /^\+?0*(?=\d|\.\d)(\d{0,18})(?:\.(\d{0,5})0*)?$/;

const plain = (text: string): string => {
  const [, whole, fraction] = DECIMAL.exec(text) ?? [];
  return fraction ? `${whole || '0'}.${fraction}` : whole || '0';
};

const amount = v.object({
  '#': v.pipe(v.string(), v.regex(DECIMAL), v.transform(plain)),
  '@Ccy': v.string(),
});
const sign = v.picklist(['CRDT', 'DBIT']);
/** The parser makes an empty text out of an empty element. */
const orEmpty = <S extends v.GenericSchema>(schema: S) => v.union([v.literal(''), schema]);

const balance = v.object({
  Tp: v.object({
    CdOrPrtry: v.object({ Cd: v.optional(v.string()) }),
    SubTp: v.optional(v.object({ Cd: v.optional(v.string()) })),
  }),
  Amt: amount,
  CdtDbtInd: sign,
  Dt: v.object({ Dt: v.optional(v.string()), DtTm: v.optional(v.string()) }),
});

/** What the bank takes for itself, of one transaction or of the whole entry. */
const charges = orEmpty(
  v.object({
    Rcrd: v.optional(v.array(v.object({ Amt: amount, CdtDbtInd: v.optional(sign, 'DBIT') }))),
  }),
);

const details = v.object({
  Refs: v.optional(v.unknown()),
  Amt: v.optional(amount),
  AmtDtls: v.optional(
    orEmpty(
      v.object({
        TxAmt: v.optional(v.object({ Amt: amount })),
        InstdAmt: v.optional(v.object({ Amt: amount })),
      }),
    ),
  ),
  CdtDbtInd: v.optional(sign),
  Chrgs: v.optional(charges),
  RtrInf: v.optional(v.unknown()),
});

const entry = v.object({
  NtryRef: v.optional(v.string()),
  AcctSvcrRef: v.optional(v.string()),
  Amt: amount,
  CdtDbtInd: sign,
  RvslInd: v.optional(v.picklist(['true', 'false', '1', '0'])),
  // An object with a code since version 4 of the message, a plain text before.
  Sts: v.union([v.string(), v.object({ Cd: v.string() }), v.object({ Prtry: v.string() })]),
  Chrgs: v.optional(charges),
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

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** A text without XML's escapes. */
function decoded(text: string): string {
  const plainText = text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
    (_, hex, digits, name) => {
      if (name !== undefined) return NAMED[name] ?? refuse('it has an entity of its own');
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return code > 0x10ffff
        ? refuse('it has a character that does not exist')
        : String.fromCodePoint(code);
    },
  );
  if (FORBIDDEN.test(plainText) || !plainText.isWellFormed())
    refuse('it has a character that no text has');
  return plainText;
}

const references = (refs: unknown): readonly string[] => {
  const read = v.safeParse(v.record(v.string(), v.unknown()), refs);
  if (!read.success) return [];
  return REFERENCES.flatMap((name) => {
    const text = read.output[name];
    return typeof text === 'string' && text !== '' && text !== 'NOTPROVIDED' ? [decoded(text)] : [];
  });
};

function statusOf({ Sts }: Entry): string {
  if (typeof Sts === 'string') return Sts;
  return 'Cd' in Sts
    ? Sts.Cd
    : refuse(`it has an entry of a status of the bank's own, ${Sts.Prtry}`);
}

/** What the bank took for itself, as movements of their own. */
const chargesOf = (
  taken: v.InferOutput<typeof charges> | undefined,
  currency: string,
): readonly bigint[] =>
  !taken ? [] : (taken.Rcrd ?? []).map(({ Amt, CdtDbtInd }) => unitsOf(Amt, CdtDbtInd, currency));

/** The transactions of an entry: usually one, several if the bank books them together. */
function partsOf(booked: Entry, currency: string): readonly StatementEntry[] {
  const whole = unitsOf(booked.Amt, booked.CdtDbtInd, currency);
  const reversal = booked.RvslInd === 'true' || booked.RvslInd === '1';
  const own = [booked.NtryRef, booked.AcctSvcrRef].flatMap((text) => (text ? [decoded(text)] : []));
  const parts: readonly Details[] = (booked.NtryDtls ?? []).flatMap((group) =>
    group === '' ? [] : (group.TxDtls ?? []).flatMap((part) => (part === '' ? [] : part)),
  );
  const [only, another] = parts;
  if (!another) {
    return [{ units: whole, references: [...own, ...references(only?.Refs)], reversal }];
  }
  const read = parts.map((part): StatementEntry => {
    const { Amt, AmtDtls, CdtDbtInd = booked.CdtDbtInd, Refs } = part;
    const given = AmtDtls === '' ? undefined : AmtDtls;
    const said = Amt ?? given?.TxAmt?.Amt ?? given?.InstdAmt?.Amt;
    if (!said)
      return refuse('it books several transactions together and does not say how much each is');
    return {
      units: unitsOf(said, CdtDbtInd, currency),
      references: references(Refs),
      reversal: reversal || part.RtrInf !== undefined,
    };
  });
  if (sum(read) === whole) return read;
  // The bank may have taken its charges out of the entry: they are a movement that our books do not know.
  const taken = [booked.Chrgs, ...parts.map(({ Chrgs }) => Chrgs)].flatMap((one) =>
    chargesOf(one, currency),
  );
  const withCharges = [...read, ...taken.map((units) => ({ units, references: own, reversal }))];
  if (sum(withCharges) !== whole) refuse('the transactions of an entry do not add up to it');
  return withCharges;
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

/** The day on which a balance stands: midnight is the end of the day before. */
function dayOf({ Dt }: Balance): string {
  if (Dt.Dt !== undefined) return Dt.Dt.slice(0, 10);
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(.*)$/.exec(Dt.DtTm ?? '') ?? [];
  if (!/^00:00(?::00(?:\.0+)?)?(?!\d)/.test(time)) return day;
  return new Date(Date.parse(day) - 24 * 3600_000).toISOString().slice(0, 10);
}

type Page = v.InferOutput<typeof statement>;

const INTERIM = 'ITBD';
const isInterim = ({ Tp }: Balance): boolean =>
  Tp.CdOrPrtry.Cd === INTERIM || Tp.SubTp?.Cd === 'INTM';

/** A balance at the beginning or end of a page of a longer statement: the interim one that stands there. */
const interimOf = ({ Bal }: Page, at: 'first' | 'last'): Balance => {
  const found = Bal.filter(({ Tp }) => Tp.CdOrPrtry.Cd === INTERIM);
  return found.at(at === 'first' ? 0 : -1) ?? refuse(`it has no balance ${INTERIM} on a page`);
};

function statementOf(pages: readonly Page[], day: string): Statement {
  const [front, back] = [pages.at(0), pages.at(-1)];
  if (!front || !back) return refuse('it has no pages');
  const isWhole = back.Bal.some((one) => one.Tp.CdOrPrtry.Cd === 'CLBD' && !isInterim(one));
  if (!isWhole && back.Bal.some(isInterim)) {
    return refuse('it is one page of a statement whose other pages are missing');
  }
  const first = balanceOf(front.Bal, ['OPBD', 'PRCD']);
  const last = balanceOf(back.Bal, ['CLBD']);
  const currency = last.Amt['@Ccy'];
  const closes = dayOf(last);
  if (closes !== day) return refuse(`it is of ${closes || 'no day'} and not of ${day}`);
  const units = ({ Amt, CdtDbtInd }: Balance) => unitsOf(Amt, CdtDbtInd, currency);
  const entries: StatementEntry[] = [];
  let reached = units(first);
  for (const [number, page] of pages.entries()) {
    const begins = number === 0 ? first : interimOf(page, 'first');
    const ends = number === pages.length - 1 ? last : interimOf(page, 'last');
    if (units(begins) !== reached) return refuse('its pages do not follow each other');
    const own = entriesOf(page.Ntry ?? [], currency);
    reached += sum(own);
    if (reached !== units(ends)) {
      return refuse(
        `its ${currency} entries do not lead from the opening balance to the closing one`,
      );
    }
    entries.push(...own);
  }
  return {
    account: accountIdOf(front),
    currency,
    day,
    opening: units(first),
    closing: reached,
    entries,
  };
}

const accountIdOf = ({ Acct }: Page): string =>
  decoded('IBAN' in Acct.Id ? Acct.Id.IBAN : Acct.Id.Othr.Id);

/**
 * The pages of each account's statement. Only one with an interim balance has several; else an account that stands
 * there twice is refused.
 */
function pagesOf(all: readonly Page[]): readonly (readonly Page[])[] {
  const groups = Map.groupBy(all, (one) => `${accountIdOf(one)} ${one.Bal[0]?.Amt['@Ccy']}`);
  for (const pages of groups.values()) {
    const paged = pages.every(({ Bal }) => Bal.some(({ Tp }) => Tp.CdOrPrtry.Cd === INTERIM));
    if (pages.length > 1 && !paged) refuse('it has an account twice');
  }
  return [...groups.values()];
}

/** Whether the first element is the message's, and in its name space: a comment may say anything. */
function isMessage(text: string): boolean {
  const [, name = '', attributes = ''] = ROOT.exec(text) ?? [];
  const prefix = name.includes(':') ? `:${name.slice(0, name.indexOf(':'))}` : '';
  return [...attributes.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].some(
    ([, attribute, one, other]) =>
      attribute === `xmlns${prefix}` && MESSAGE.test(one ?? other ?? ''),
  );
}

/** The document as objects. The parser throws at what is hostile, in words that say nothing to an operator. */
function parsedOf(text: string): unknown {
  try {
    const valid = XMLValidator.validate(text);
    if (valid !== true) return refuse(`it is no XML: line ${valid.err.line}`);
    return parser.parse(text);
  } catch (error) {
    if (error instanceof Wrong) throw error;
    return refuse('it is XML of a kind that no bank writes');
  }
}

function read(text: string, day: string): readonly Statement[] {
  if (DECLARATION.test(text)) return refuse('it declares a document type of its own');
  if (FORBIDDEN.test(text) || !text.isWellFormed()) {
    return refuse('it has a character that no text has');
  }
  const objects = parsedOf(text);
  if (!isMessage(text)) return refuse('it is no camt.053');
  const parsed = v.safeParse(document, objects);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return refuse(`it lacks ${v.getDotPath(issue) ?? 'Document'}, or has it in another form`);
  }
  // Accounts in other currencies than ours are left out.
  const ours = parsed.output.Document.BkToCstmrStmt.Stmt.filter(({ Bal }) =>
    Bal.some(({ Amt }) => findCash(Amt['@Ccy'])),
  );
  if (ours.length === 0) return refuse('it has no account in a currency of ours');
  return pagesOf(ours).map((pages) => statementOf(pages, day));
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
