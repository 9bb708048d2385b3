import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { findAsset } from '#core/money/currencies.ts';
import { parseUnitsDown } from '#core/money/decimal.ts';
import { isNetwork, type Network } from '#core/networks/networks.ts';
import { type ExactJson, parseExactJson, textMember } from '#server/adapters/party/exact-json.ts';
import { always, type Meaning, meant, nobodyKnows } from '#server/adapters/party/party-facts.ts';
import type { OutgoingRequest, PartyLine } from '#server/adapters/party/party-line.ts';
import { askCustodian, type CustodianSettings, custodianLine } from './custodian.ts';
import type { Held, Sent, Transfer, TransferPage, Transfers } from './transfers.ts';

const explorers: Readonly<Record<Network, string>> = {
  Bitcoin: 'https://mempool.space/tx/',
  Ethereum: 'https://etherscan.io/tx/',
  'Avalanche C-Chain': 'https://snowtrace.io/tx/',
  Solana: 'https://solscan.io/tx/',
  'XRP Ledger': 'https://xrpscan.com/tx/',
};

/** The state of a transfer; an unknown status leaves the outcome open. */
export function transferOf(answer: ExactJson | undefined): Transfer {
  const hash = textMember(answer, 'hash');
  switch (textMember(answer, 'status')) {
    case 'broadcast':
      return hash ? { kind: 'broadcast', hash } : { kind: 'unknown' };
    case 'confirmed':
      return hash ? { kind: 'confirmed', hash } : { kind: 'unknown' };
    case 'failed':
    case 'rejected':
      return { kind: 'failed' };
    case 'none':
      return { kind: 'none' };
    default:
      return { kind: 'unknown' };
  }
}

/**
 * Of an order no fact decides: it may have been carried out all the same. That there is none the custodian says in
 * words, and not by a status, which also a wrong address has.
 */
const OPEN: Meaning<Transfer> = always({ kind: 'unknown' });

const LISTED = 100;

/** A string, never a JSON number, which would be a binary float. */
const AMOUNT = v.pipe(v.string(), v.maxLength(40), v.regex(/^\d+(\.\d{1,30})?$/));

const page = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    transfers: v.array(v.record(v.string(), v.unknown())),
    next: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{0,500}$/)),
    more: v.optional(v.boolean(), false),
  }),
);

const WORD = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));
const ours = v.object({
  reference: WORD,
  currency: v.optional(v.string()),
  amount: v.optional(AMOUNT),
});
/** Gas, or what somebody moved in the custodian's own console: it has no reference, or none that we would write. */
const named = v.union([
  v.object({ id: WORD }),
  v.pipe(
    v.object({ hash: WORD }),
    v.transform(({ hash }) => ({ id: hash })),
  ),
]);

/** What names an entry that the custodian does not: as long as it stays the same, so does its name. */
const fingerprintOf = (entry: unknown): string =>
  createHash('sha256').update(JSON.stringify(entry)).digest('hex');

/**
 * A page of what was sent. What has no reference of ours is no order of ours: it is told apart, and says nothing about
 * the others. Our own with an amount that makes no sense leaves the page unusable, since nobody knows what was sent.
 */
function pageOf(text: string): TransferPage | undefined {
  const read = v.safeParse(page, text);
  if (!read.success) return undefined;
  const { transfers, next, more } = read.output;
  const references: string[] = [];
  const sent: Sent[] = [];
  const strange: string[] = [];
  for (const entry of transfers) {
    if (!v.is(WORD, entry.reference)) {
      const known = v.safeParse(named, entry);
      strange.push(known.success ? known.output.id : fingerprintOf(entry));
      continue;
    }
    const one = v.safeParse(ours, entry);
    if (!one.success) return undefined;
    const { reference, currency, amount } = one.output;
    references.push(reference);
    if (currency !== undefined && amount !== undefined) sent.push({ reference, currency, amount });
  }
  return { references, sent, cursor: next, more, ...(strange.length > 0 && { strange }) };
}

const holdings = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    balances: v.array(
      v.object({
        currency: v.string(),
        amount: AMOUNT,
      }),
    ),
  }),
);

/** Decimals that the books do not keep are left out; currencies that we do not offer as well. */
function heldOf(text: string): readonly Held[] | undefined {
  const read = v.safeParse(holdings, text);
  if (!read.success) return undefined;
  return read.output.balances.flatMap(({ currency, amount }) => {
    const asset = findAsset(currency);
    const units = asset && parseUnitsDown(amount, asset.scale);
    return units === undefined ? [] : { currency, units };
  });
}

/** An answer about one transfer; a state that we do not know is none that can be read. */
function readTransfer(text: string): Transfer | undefined {
  const transfer = transferOf(parseExactJson(text));
  return transfer.kind === 'unknown' ? undefined : transfer;
}

/**
 * The custodian's transfer service. A transfer is posted and read under our reference, so a repeated post
 * changes nothing.
 */
export function httpTransfers(
  custodian: CustodianSettings,
  line: PartyLine = custodianLine(),
): Transfers {
  const ask = async (path: string, request: OutgoingRequest = {}): Promise<Transfer> =>
    meant(await askCustodian(line, custodian, path, readTransfer, request), OPEN);
  return {
    send: (order) => ask('/transfers', { method: 'POST', body: JSON.stringify(order) }),
    find: (reference) => ask(`/transfers/${encodeURIComponent(reference)}`),
    list: async (cursor) => {
      const query = new URLSearchParams({
        limit: String(LISTED),
        ...(cursor && { since: cursor }),
      });
      return meant(await askCustodian(line, custodian, `/transfers?${query}`, pageOf), nobodyKnows);
    },
    balances: async () =>
      meant(await askCustodian(line, custodian, '/balances', heldOf), nobodyKnows),
    transactionUrl: (network, hash) => {
      const base = isNetwork(network) ? explorers[network] : undefined;
      return base && base + encodeURIComponent(hash);
    },
  };
}
