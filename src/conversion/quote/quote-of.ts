import type { QuoteAnswer } from '#conversion/conversion-deps.ts';
import type { Quote } from '#conversion/conversion-state.ts';

/** A quote as the server told it. */
export const quoteOf = ({ data }: QuoteAnswer): Quote => ({
  id: data.conversion_quote_id,
  sourceAmount: data.source_currency_amount,
  targetAmount: data.target_currency_amount,
  rate: data.rate,
  spreadBps: data.spread_bps,
  sourcePrice: data.source_price,
  targetPrice: data.target_price,
  expiresAt: Date.parse(data.expires_at) || 0,
});
