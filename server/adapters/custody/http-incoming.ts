import * as v from 'valibot';
import { hasEvmForm } from '#core/networks/address/evm.ts';
import { networks } from '#core/networks/networks.ts';
import { plainDecimal } from '#server/adapters/party/exact-json.ts';
import { hmacMatches } from '#server/adapters/party/hmac.ts';
import { meant, nobodyKnows } from '#server/adapters/party/party-facts.ts';
import type { PartyLine } from '#server/adapters/party/party-line.ts';
import { askCustodian, type CustodianSettings, custodianLine } from './custodian.ts';
import { checksummed } from './encode.ts';
import type { DepositPage, Incoming, ReportedDeposit } from './incoming.ts';

export interface IncomingSettings extends CustodianSettings {
  /** The secret with which notices are signed; empty: all notices are refused. */
  readonly webhookSecret: string;
  readonly pollSeconds: number;
}

const PAGE = 100;
const MOST_DECIMALS = 30;

/** Text that is stored unchanged: printable, without spaces, and short. */
const word = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));
const integer = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));
const count = integer(2 ** 31 - 1);
/** A destination tag of the XRP Ledger: an unsigned integer of 32 bits. */
const numericTag = integer(2 ** 32 - 1);

const identified = v.object({ id: word });

const entry = v.object({
  ...identified.entries,
  network: v.picklist(networks),
  address: word,
  tag: v.nullish(v.union([v.pipe(v.string(), v.regex(/^[\x21-\x7e]{0,100}$/)), numericTag]), ''),
  currency: word,
  // A string, never a JSON number, which would be a binary float.
  amount: v.pipe(v.string(), v.maxLength(40), v.regex(/^\d+(\.\d{1,30})?$/)),
  txid: word,
  output_index: v.optional(count, 0),
  senders: v.nullish(v.pipe(v.array(word), v.maxLength(100)), []),
  confirmations: count,
  status: v.string(),
});

const page = v.object({
  deposits: v.array(v.unknown()),
  next: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{0,500}$/)),
  more: v.optional(v.boolean(), false),
});

const json = v.pipe(v.string(), v.parseJson());

/** One spelling for an address: custodians write hexadecimal and Bech32 in either case. */
function addressOf(text: string): string {
  if (hasEvmForm(text)) return checksummed(text);
  return /^bc1[0-9a-z]+$/i.test(text) ? text.toLowerCase() : text;
}

const hashOf = (text: string): string =>
  /^(0x)?[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : text;

/** An unknown status leaves the outcome open. */
function statusOf(text: string): ReportedDeposit['status'] {
  switch (text) {
    case 'confirmed':
      return 'confirmed';
    case 'dropped':
    case 'failed':
    case 'rejected':
      return 'dropped';
    default:
      return 'pending';
  }
}

/** A deposit from the custodian's JSON; undefined if a required field is missing or malformed. */
function depositOf(value: unknown): ReportedDeposit | undefined {
  const read = v.safeParse(entry, value);
  if (!read.success) return undefined;
  const { id, network, currency, confirmations } = read.output;
  const amount = plainDecimal(read.output.amount, MOST_DECIMALS);
  if (amount === undefined) return undefined;
  return {
    id,
    network,
    currency,
    confirmations,
    amount,
    address: addressOf(read.output.address),
    tag: String(read.output.tag).replace(/^0+(?=\d)/, ''),
    hash: hashOf(read.output.txid),
    outputIndex: read.output.output_index,
    senders: (read.output.senders ?? []).map(addressOf),
    status: statusOf(read.output.status),
  };
}

function idOf(value: unknown): string | undefined {
  const read = v.safeParse(identified, value);
  return read.success ? read.output.id : undefined;
}

function pageOf(text: string): DepositPage | undefined {
  const read = v.safeParse(v.pipe(json, page), text);
  if (!read.success) return undefined;
  const { deposits, next, more } = read.output;
  const entries = deposits.map((value) => ({ value, deposit: depositOf(value) }));
  return {
    deposits: entries.flatMap(({ deposit }) => deposit ?? []),
    unreadable: entries.filter(({ deposit }) => !deposit).map(({ value }) => idOf(value)),
    cursor: next,
    more,
  };
}

/** The custodian's list of deposits and its answer about a single one. */
export function httpIncoming(
  settings: IncomingSettings,
  line: PartyLine = custodianLine(),
): Incoming {
  /** The deposit of an id, if the answer is about just that one. */
  const depositWith =
    (id: string) =>
    (text: string): ReportedDeposit | undefined => {
      const read = v.safeParse(json, text);
      const deposit = read.success ? depositOf(read.output) : undefined;
      return deposit?.id === id ? deposit : undefined;
    };
  return {
    source: settings.baseUrl,
    everySeconds: settings.pollSeconds,
    async list(cursor) {
      const query = new URLSearchParams({ limit: String(PAGE), ...(cursor && { since: cursor }) });
      return meant(await askCustodian(line, settings, `/deposits?${query}`, pageOf), nobodyKnows);
    },
    // One that it no longer knows stays open: only its own word drops what a customer sees as coming.
    async find(id) {
      const path = `/deposits/${encodeURIComponent(id)}`;
      return meant(await askCustodian(line, settings, path, depositWith(id)), nobodyKnows);
    },
    isNotice: (body, header) =>
      settings.webhookSecret !== '' &&
      hmacMatches('sha256', settings.webhookSecret, body, header('x-custody-signature') ?? ''),
  };
}
