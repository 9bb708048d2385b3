/** Facts derived from a country's code: continent, currency, main time zone, EU membership. */
export interface Country {
  readonly continent: string;
  readonly currency: string;
  readonly timezone: string;
  readonly inEu: boolean;
}

const row = (continent: string, currency: string, timezone: string, inEu = false): Country => ({
  continent,
  currency,
  timezone,
  inEu,
});
const eu = (currency: string, city: string): Country => row('EU', currency, `Europe/${city}`, true);

/**
 * The countries of the EU, those in which the service is offered, their neighbours, and the world's largest.
 * For any other country only the code is known.
 */
export const countries: Readonly<Record<string, Country>> = {
  AT: eu('EUR', 'Vienna'),
  BE: eu('EUR', 'Brussels'),
  BG: eu('EUR', 'Sofia'),
  CY: row('EU', 'EUR', 'Asia/Nicosia', true),
  CZ: eu('CZK', 'Prague'),
  DE: eu('EUR', 'Berlin'),
  DK: eu('DKK', 'Copenhagen'),
  EE: eu('EUR', 'Tallinn'),
  ES: eu('EUR', 'Madrid'),
  FI: eu('EUR', 'Helsinki'),
  FR: eu('EUR', 'Paris'),
  GR: eu('EUR', 'Athens'),
  HR: eu('EUR', 'Zagreb'),
  HU: eu('HUF', 'Budapest'),
  IE: eu('EUR', 'Dublin'),
  IT: eu('EUR', 'Rome'),
  LT: eu('EUR', 'Vilnius'),
  LU: eu('EUR', 'Luxembourg'),
  LV: eu('EUR', 'Riga'),
  MT: eu('EUR', 'Malta'),
  NL: eu('EUR', 'Amsterdam'),
  PL: eu('PLN', 'Warsaw'),
  PT: eu('EUR', 'Lisbon'),
  RO: eu('RON', 'Bucharest'),
  SE: eu('SEK', 'Stockholm'),
  SI: eu('EUR', 'Ljubljana'),
  SK: eu('EUR', 'Bratislava'),

  CH: row('EU', 'CHF', 'Europe/Zurich'),
  GB: row('EU', 'GBP', 'Europe/London'),
  IS: row('EU', 'ISK', 'Atlantic/Reykjavik'),
  LI: row('EU', 'CHF', 'Europe/Vaduz'),
  NO: row('EU', 'NOK', 'Europe/Oslo'),
  UA: row('EU', 'UAH', 'Europe/Kyiv'),
  RU: row('EU', 'RUB', 'Europe/Moscow'),
  TR: row('AS', 'TRY', 'Europe/Istanbul'),

  AU: row('OC', 'AUD', 'Australia/Sydney'),
  FJ: row('OC', 'FJD', 'Pacific/Fiji'),
  NZ: row('OC', 'NZD', 'Pacific/Auckland'),

  AR: row('SA', 'ARS', 'America/Argentina/Buenos_Aires'),
  BR: row('SA', 'BRL', 'America/Sao_Paulo'),
  CA: row('NA', 'CAD', 'America/Toronto'),
  MX: row('NA', 'MXN', 'America/Mexico_City'),
  US: row('NA', 'USD', 'America/New_York'),

  AE: row('AS', 'AED', 'Asia/Dubai'),
  CN: row('AS', 'CNY', 'Asia/Shanghai'),
  HK: row('AS', 'HKD', 'Asia/Hong_Kong'),
  ID: row('AS', 'IDR', 'Asia/Jakarta'),
  IL: row('AS', 'ILS', 'Asia/Jerusalem'),
  IN: row('AS', 'INR', 'Asia/Kolkata'),
  JP: row('AS', 'JPY', 'Asia/Tokyo'),
  KR: row('AS', 'KRW', 'Asia/Seoul'),
  SG: row('AS', 'SGD', 'Asia/Singapore'),
  TH: row('AS', 'THB', 'Asia/Bangkok'),

  EG: row('AF', 'EGP', 'Africa/Cairo'),
  KE: row('AF', 'KES', 'Africa/Nairobi'),
  NG: row('AF', 'NGN', 'Africa/Lagos'),
  ZA: row('AF', 'ZAR', 'Africa/Johannesburg'),
};
