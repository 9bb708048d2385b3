/** Stands below every purchase. */
export const PRICE_NOTE =
  'The price follows the market until you continue to payment. Then it holds for five minutes, unless the market moves by more than 0.5%: you then buy at the price when you pay, or get your payment back if that is over 1% higher. You could lose all the money you put in.';
