/**
 * Euro foreign exchange reference rates of the European Central Bank: units per one EUR, as published
 * on that day. Bundled so that the product works with no network; the answer carries the date.
 */
export const ecbReference = {
  date: '2024-12-31',
  perEur: {
    USD: '1.0389',
    JPY: '163.06',
    GBP: '0.82918',
    AUD: '1.6772',
    CAD: '1.4948',
  },
} as const;
