import * as v from 'valibot';
import { findAsset } from '#core/domain/currencies.ts';
import { parseUnitsDown } from '#core/domain/decimal.ts';
import { isNetwork, type Network } from '#core/domain/networks.ts';
import { type ExactJson, parseExactJson, textMember } from '#server/adapters/exact-json.ts';
import { always, type Meaning, meant, nobodyKnows } from '#server/adapters/party-facts.ts';
import type { OutgoingRequest, PartyLine } from '#server/adapters/party-line.ts';
import { askCustodian, type CustodianSettings, custodianLine } from './custodian.ts';
import type { Held, Transfer, TransferPage, Transfers } from './transfers.ts';

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
    transfers: v.array(
      v.object({
        reference: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/)),
        currency: v.optional(v.string()),
        amount: v.optional(AMOUNT),
      }),
    ),
    next: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{0,500}$/)),
    more: v.optional(v.boolean(), false),
  }),
);

/** One malformed entry makes the whole page unusable, since nobody knows which transfer it is. */
function pageOf(text: string): TransferPage | undefined {
  const read = v.safeParse(page, text);
  if (!read.success) return undefined;
  const { transfers, next, more } = read.output;
  const sent = transfers.flatMap(({ reference, currency, amount }) =>
    currency !== undefined && amount !== undefined ? [{ reference, currency, amount }] : [],
  );
  return { references: transfers.map(({ reference }) => reference), sent, cursor: next, more };
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
