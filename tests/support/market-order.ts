import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { assetOf } from '#core/money/currencies.ts';
import { cryptoFor, usdcFor } from '#core/money/purchase.ts';
import type { ApiClient, Credential } from './api-client.ts';

/** The fields that the page sends to buy Bitcoin for this amount of money, at the present prices. */
export async function marketOrder(
  api: ApiClient,
  credential: Credential,
  amount: string,
  currency = 'AUD',
) {
  const askOf = async (asset: string): Promise<string> => {
    const pair = { base_currency: asset, quote_currency: currency };
    const [price] = (await api.must(getCurrencyPrice, pair, { credential })).data;
    if (!price) throw new Error(`${asset} has no price`);
    return price.ask;
  };
  const crypto = cryptoFor(amount, await askOf('BTC'), assetOf('BTC'));
  const usdc = usdcFor(amount, await askOf('USDC'));
  if (!crypto || !usdc) throw new Error(`${amount} buys nothing`);
  return { amount, currency, crypto_value: crypto, crypto_currency: 'BTC', usdc };
}
