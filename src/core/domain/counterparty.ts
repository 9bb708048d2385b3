import { countryName, isCountry } from './country.ts';

/**
 * Who stands on the other side of a transfer of crypto (KEEP-07): whose the address is, and who keeps it.
 * The words are those of the Travel Rule: of a withdrawal it is the beneficiary, of a deposit the
 * originator.
 */
export interface Counterparty {
  readonly owner: 'customer' | 'other';
  /** A person or a company; empty where the address is the customer's own. */
  readonly name: string;
  /** Where they live, as a code of ISO 3166-1; empty where the address is the customer's own. */
  readonly country: string;
  /** The exchange or other provider that keeps it for its owner; empty: the owner keeps it alone. */
  readonly provider: string;
}

/** These four alone, of something that has more. */
export const factsOf = ({ owner, name, country, provider }: Counterparty): Counterparty => ({
  ...{ owner, name, country, provider },
});

export const LONGEST_NAME = 140;

/** A name in any script: two letters of it at least. */
const isName = (text: string): boolean => (text.match(/\p{L}/gu) ?? []).length >= 2;

/** A provider may be called by a short name, or a number. */
const isProvider = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export interface CounterpartyProblem {
  readonly field: 'name' | 'country' | 'provider';
  readonly text: string;
}

/** As it is kept: without spaces around it, and without a name for the customer, whom we know. */
export function cleanCounterparty({ owner, name, country, provider }: Counterparty): Counterparty {
  const clean = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return owner === 'customer'
    ? { owner, name: '', country: '', provider: clean(provider) }
    : { owner, name: clean(name), country: country.toUpperCase(), provider: clean(provider) };
}

/** The first thing that is missing or wrong; undefined where nothing is. */
export function counterpartyProblem({
  owner,
  name,
  country,
  provider,
}: Counterparty): CounterpartyProblem | undefined {
  if (owner === 'other' && (!isName(name) || name.length > LONGEST_NAME)) {
    return { field: 'name', text: 'Enter the full name of the person or company' };
  }
  if (owner === 'other' && !isCountry(country)) {
    return { field: 'country', text: 'Choose the country they live in' };
  }
  if (provider !== '' && (!isProvider(provider) || provider.length > LONGEST_NAME)) {
    return { field: 'provider', text: 'Enter the name of the exchange or provider' };
  }
  return undefined;
}

/** Whose it is and who keeps it, in a line. */
export function counterpartyText({ owner, name, country, provider }: Counterparty): string {
  if (owner === 'customer') return provider ? `Yours, at ${provider}` : 'Yours, in your own wallet';
  const who = `${name}, ${countryName(country)}`;
  return provider ? `${who}, at ${provider}` : `${who}, in their own wallet`;
}

/** From this worth on, in cents of EUR, the control of an own wallet is shown. */
export const CONTROL_FROM_EUR_CENTS = 100_000n;

/**
 * Whether the customer has to show, once, that a wallet is theirs before so much is sent there. The
 * threshold is the European Union's; Australian law has none (KEEP-13).
 */
export const needsControl = (
  { owner, provider }: Pick<Counterparty, 'owner' | 'provider'>,
  market: string,
  eurCents: bigint,
): boolean =>
  owner === 'customer' && provider === '' && market !== 'AUD' && eurCents >= CONTROL_FROM_EUR_CENTS;
