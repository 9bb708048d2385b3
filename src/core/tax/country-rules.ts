import { countryName } from '#core/people/country.ts';
import type { CostMethod } from '#core/statement/cost-basis.ts';
import type { ExchangeRule } from '#core/statement/tax-meaning.ts';
import type { Residence } from './certification.ts';

/** How a country taxes gains of private persons; the sources and what is open: `docs/tax-rules.md`. */
export interface CountryRule {
  readonly method: CostMethod;
  readonly exchange: ExchangeRule;
  /** Where the method or the exchange is written down. */
  readonly source: string;
  /** What of its law the report does not follow; then nothing of it is called usual. */
  readonly lacks?: string;
  /** What depends on having held units for more than a year, counted in calendar days. */
  readonly afterOneYear?: string;
}

const rules: ReadonlyMap<string, CountryRule> = new Map<string, CountryRule>([
  [
    'AU',
    {
      method: 'fifo',
      exchange: 'disposal',
      source:
        'the Australian Taxation Office’s guidance on crypto assets and ITAA 1997, Division 115',
      afterOneYear: 'the CGT discount asks for 12 months',
    },
  ],
  [
    'AT',
    {
      method: 'average',
      exchange: 'carried',
      source: '§ 2 Kryptowährungsverordnung and § 27b EStG 1988',
    },
  ],
  [
    'DE',
    {
      method: 'fifo',
      exchange: 'disposal',
      source: '§ 23 EStG and the Ministry of Finance’s letter on crypto-assets',
      afterOneYear: '§ 23 EStG taxes what was held for up to one year',
    },
  ],
  [
    'IT',
    {
      method: 'lifo',
      exchange: 'by-kind',
      source: 'art. 67 and 68 TUIR and circular 30/E of 2023 of the Agenzia delle Entrate',
    },
  ],
  [
    'FR',
    {
      method: 'fifo',
      exchange: 'carried',
      source: 'art. 150 VH bis CGI',
      lacks:
        'France takes one formula over the value of your whole portfolio, wherever it is held. This report does not compute it: its costs and gains are not those of a French return, its rows are what the formula begins with.',
    },
  ],
  [
    'PT',
    {
      method: 'fifo',
      exchange: 'carried',
      source: 'art. 10 CIRS',
      lacks:
        'Portugal exempts what was held for 365 days. How a swap counts for that is not settled here: check the time held before each gain.',
    },
  ],
  [
    'IE',
    {
      method: 'fifo',
      exchange: 'disposal',
      source: 'sections 580 and 581 TCA 1997',
      lacks:
        'Ireland sets units bought within four weeks of a sale before all others. This report does not do that.',
    },
  ],
  [
    'GB',
    {
      method: 'average',
      exchange: 'disposal',
      source: 'HMRC’s Cryptoassets Manual',
      lacks:
        'The United Kingdom takes units of the same day and of the next 30 days before the pool, and its tax year begins on April 6. This report does neither.',
    },
  ],
  [
    'CA',
    {
      method: 'average',
      exchange: 'disposal',
      source: 'section 47 of the Income Tax Act',
      lacks: 'Canada does not count superficial losses. This report counts them.',
    },
  ],
]);

/** The rule of a country, or undefined where we know none. */
export const ruleOf = (country: string | undefined): CountryRule | undefined =>
  country === undefined ? undefined : rules.get(country);

export const ruleCountries: readonly string[] = [...rules.keys()];

/** Where no rule is known: first in, first out, and a swap is a disposal. */
export const plainRule = {
  method: 'fifo',
  exchange: 'disposal',
} as const satisfies Partial<CountryRule>;

/**
 * The country whose rule counts: that of the home among the certified residences, else the first of them;
 * undefined before a certification. Where somebody registered says nothing about where they pay tax.
 */
export const taxCountryOf = (
  home: string | undefined,
  residences: readonly Pick<Residence, 'country'>[],
): string | undefined =>
  residences.find(({ country }) => country === home)?.country ?? residences[0]?.country;

/** Australia's tax year begins in July. Before a certification the market decides. */
export const isJulyYear = (country: string | undefined, market: string): boolean =>
  country === undefined ? market === 'AUD' : country === 'AU';

const zones: Readonly<Record<string, string>> = {
  AT: 'Europe/Vienna',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  CY: 'Asia/Nicosia',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IT: 'Europe/Rome',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MT: 'Europe/Malta',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
};

const australian: readonly (readonly [RegExp, string])[] = [
  [/^(wa|western australia)$/i, 'Australia/Perth'],
  [/^(sa|south australia)$/i, 'Australia/Adelaide'],
  [/^(nt|northern territory)$/i, 'Australia/Darwin'],
  [/^(qld|queensland)$/i, 'Australia/Brisbane'],
  [/^(tas|tasmania)$/i, 'Australia/Hobart'],
  [/^(vic|victoria)$/i, 'Australia/Melbourne'],
];

/** The zone of a residence's tax year; undefined where a country has several, or none is known. */
export function taxZoneOf(country: string | undefined, state = ''): string | undefined {
  if (country === undefined) return undefined;
  if (country !== 'AU') return zones[country];
  return australian.find(([names]) => names.test(state.trim()))?.[1] ?? 'Australia/Sydney';
}

/** What the choice of a method and the report say about the rule, in whole sentences. */
export function ruleText(country: string | undefined): string {
  if (country === undefined) {
    return 'You have not stated where you pay tax, so no method is the usual one. You can do so in Profile.';
  }
  const rule = ruleOf(country);
  const name = countryName(country);
  if (!rule) return `We know no rule of ${name}, so no method is the usual one.`;
  const swaps = {
    disposal: 'a swap is a disposal',
    carried: 'a swap of crypto for crypto is no disposal',
    'by-kind':
      'a swap of crypto for crypto is no disposal, except between tokens that follow a currency and others',
  } as const satisfies Record<ExchangeRule, string>;
  const read = `By the rules of ${name} (${rule.source}), ${swaps[rule.exchange]}.`;
  return rule.lacks === undefined ? read : `${read} ${rule.lacks}`;
}
