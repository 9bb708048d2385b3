import type { MerchantTransaction } from '#core/contract/staff/merchant.ts';
import type { Now } from '#server/adapters/party/clock.ts';
import {
  type ExactJson,
  member,
  NumberText,
  parseExactJson,
  plainDecimal,
  textMember,
} from '#server/adapters/party/exact-json.ts';
import { meant, nobodyKnows } from '#server/adapters/party/party-facts.ts';
import { partyLine } from '#server/adapters/party/party-line.ts';
import type { MerchantGateway, MerchantListing } from './merchants.ts';

export interface MerchantGatewaySettings {
  readonly baseUrl: string;
  readonly key: string;
}

const DECIMALS = 18;

/** The text of a string or number; '' for anything else. */
function written(value: ExactJson | undefined): string {
  if (value instanceof NumberText) return value.text;
  return typeof value === 'string' ? value : '';
}

const decimalOf = (row: ExactJson, key: string): string =>
  plainDecimal(member(row, key), DECIMALS) ?? '';

/** A transaction; undefined without an id or a status, since the page could not show it. */
function transactionOf(row: ExactJson): MerchantTransaction | undefined {
  const id = textMember(row, '_id');
  const status = member(row, 'status');
  if (!id || typeof status !== 'boolean') return undefined;
  const text = (key: string): string | null => written(member(row, key)) || null;
  return {
    _id: id,
    transaction_id: text('transaction_id'),
    request_type: Number(written(member(row, 'request_type'))) || 0,
    status,
    code: written(member(row, 'code')),
    amount: decimalOf(row, 'amount'),
    currency: text('currency'),
    currency_amount: decimalOf(row, 'currency_amount') || null,
    currency_value: decimalOf(row, 'currency_value') || null,
    user_name: text('user_name'),
    source: text('source'),
    orderreference: text('orderreference'),
    createdAt: written(member(row, 'createdAt')),
  };
}

function listingOf(text: string): MerchantListing | undefined {
  const answer = parseExactJson(text);
  const rows = member(member(answer, 'data'), 'details');
  if (textMember(answer, 'status') !== 'success' || !Array.isArray(rows)) return undefined;
  const details = rows.map((row: ExactJson) => transactionOf(row));
  // Leaving a row out silently would make every total wrong.
  if (details.includes(undefined)) return undefined;
  const total = Number(written(member(member(answer, 'data'), 'total')) || Number.NaN);
  return {
    details: details.filter((row) => row !== undefined),
    total: Number.isSafeInteger(total) ? total : null,
  };
}

/** The real gateway's list of payments to merchants. Whatever else it answers, the list is not shown. */
export function httpMerchants(
  settings: MerchantGatewaySettings,
  now: Now = Date.now,
): MerchantGateway {
  const line = partyLine('merchants', { now });
  const url = `${settings.baseUrl}/client/payment/merchant/get-transaction-listing`;
  return {
    async list(request) {
      const asked = {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${settings.key}`,
        },
        body: JSON.stringify(request),
      } as const;
      return meant(await line.ask(url, asked, listingOf), nobodyKnows);
    },
  };
}
