import { operator } from '#core/operator.ts';

/** The company that reports to a country's tax office: each of ours to its own (KEEP-14). */
export interface Provider {
  readonly country: string;
  readonly name: string;
  /** The company's number in its country's register. */
  readonly number: string;
  readonly address: { readonly street: string; readonly postal: string; readonly city: string };
}

/** Placeholders of the default brand, as in `operator.ts`: an operator fills in their own. */
export const providers = {
  LT: {
    country: 'LT',
    name: operator.company,
    number: operator.companyCode,
    address: { street: 'Gedimino pr. 1', postal: 'LT-01103', city: 'Vilnius' },
  },
  AU: {
    country: 'AU',
    name: 'Kopa Australia Pty Ltd',
    number: '51824753556',
    address: { street: '1 George Street', postal: '2000', city: 'Sydney' },
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type ReportingCountry = keyof typeof providers;

export const isReportingCountry = (code: string): code is ReportingCountry =>
  Object.hasOwn(providers, code);

/**
 * The country of the company whose customer somebody is: customers in Australia belong to the Australian
 * company.
 */
export const providerOf = (countryCode: string): ReportingCountry =>
  countryCode === 'AU' ? 'AU' : 'LT';
