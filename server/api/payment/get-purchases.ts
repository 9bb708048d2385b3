import type { getPurchases as endpoint } from '#core/contract/purchases.ts';
import { assetOf, isAssetCode } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';

const MOST = 20;

/** What its buyer has not seen the end of yet (BEY-17). */
export const getPurchases: Handler<typeof endpoint> = async (call) => {
  const { userId } = signedIn(call);
  const { db, parties } = call.deps;
  const rows = await db
    .selectFrom('purchases')
    .selectAll()
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  return {
    status: 'success',
    data: {
      payment_test_env: parties.payment.sandbox,
      purchases: rows.map((row) => {
        const code = row.crypto_currency;
        if (!isAssetCode(code)) throw new Error('a purchase of an unknown asset was kept');
        return {
          transaction_id: row.id,
          status: row.status,
          amount: row.amount,
          currency: row.currency,
          crypto_value: formatUnits(BigInt(row.crypto_units), assetOf(code).scale),
          crypto_currency: code,
          usdc: row.usdc,
          created_at: row.created_at.toISOString(),
        };
      }),
    },
  };
};
