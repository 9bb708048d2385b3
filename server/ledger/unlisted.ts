import { sql } from 'kysely';
import { cashes } from '#core/money/cash.ts';
import { assetCodes } from '#core/money/currencies.ts';
import type { Reader } from '#server/store/schema/schema.ts';

/** Assets that customers hold or bought and that are no longer listed. */
async function unlistedCodes(reader: Reader): Promise<readonly string[]> {
  const listed = sql.join([...assetCodes, ...cashes.map(({ code }) => code)]);
  const { rows } = await sql<{ code: string }>`
    select currency as code from accounts where currency not in (${listed})
    union select crypto_currency from purchases where crypto_currency not in (${listed})
    order by code`.execute(reader);
  return rows.map(({ code }) => code);
}

/**
 * Refuses books with assets that the product does not list: without their decimals, neither balances nor
 * history could be shown.
 */
export async function requireListed(reader: Reader): Promise<void> {
  const codes = await unlistedCodes(reader);
  if (codes.length === 0) return;
  throw new Error(
    `The books hold ${codes.join(', ')}, which src/core/money/currencies.ts does not list. List it again: an asset is switched off, not removed.`,
  );
}
