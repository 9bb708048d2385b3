import { countryName, isCountry } from './country.ts';
import { namesAgree, type PersonName } from './person-name.ts';
import { compareNames } from './verified-person.ts';

/**
 * The other side of a crypto transfer (KEEP-07): who owns the address, and which provider holds it. In the
 * words of the Travel Rule: the beneficiary of a withdrawal, the originator of a deposit.
 */
export interface Counterparty {
  readonly owner: 'customer' | 'other';
  /** A person or a company; empty where the address is the customer's own. */
  readonly name: string;
  /** The country of residence (ISO 3166-1); empty if the address is the customer's own. */
  readonly country: string;
  /**
   * The exchange or other provider that holds the address for its owner; empty if the owner holds the keys.
   */
  readonly provider: string;
}

/** Only these four fields of a larger object. */
export const factsOf = ({ owner, name, country, provider }: Counterparty): Counterparty => ({
  ...{ owner, name, country, provider },
});

export const LONGEST_NAME = 140;

/** Whether a text can be a name in any script: at least two letters. */
const isName = (text: string): boolean => (text.match(/\p{L}/gu) ?? []).length >= 2;

/** Providers may have short names, or a number as name. */
const isProvider = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export interface CounterpartyProblem {
  readonly field: 'name' | 'country' | 'provider';
  readonly text: string;
}

/** The form that is stored: trimmed, and without a name for the customer's own address. */
export function cleanCounterparty({ owner, name, country, provider }: Counterparty): Counterparty {
  const clean = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return owner === 'customer'
    ? { owner, name: '', country: '', provider: clean(provider) }
    : { owner, name: clean(name), country: country.toUpperCase(), provider: clean(provider) };
}

/** The first missing or wrong field, as a text; undefined if there is none. */
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

/** The owner and the provider in one line. */
export function counterpartyText({ owner, name, country, provider }: Counterparty): string {
  if (owner === 'customer') return provider ? `Yours, at ${provider}` : 'Yours, in your own wallet';
  const who = `${name}, ${countryName(country)}`;
  return provider ? `${who}, at ${provider}` : `${who}, in their own wallet`;
}

/**
 * Whether a provider's message says otherwise than the customer about who sent a deposit (READ-17): somebody else, or from
 * an account at a provider where the customer said that no provider holds it. Countries, and the names of providers, are
 * written too differently to say so. `own`: the customer's names.
 */
export function contradicts(
  told: Counterparty,
  said: Counterparty,
  own: readonly PersonName[],
): boolean {
  if (said.provider === '' && told.provider !== '') return true;
  return said.owner === 'customer'
    ? compareNames(own, told.name) === 'other'
    : !namesAgree(said.name, told.name);
}

/** From this value in cents of EUR, control of an own wallet must be proved. */
export const CONTROL_FROM_EUR_CENTS = 100_000n;

/**
 * Whether the customer must prove, once, that they control a wallet before sending this much to it. The
 * threshold is the European Union's; Australian law has none (KEEP-13).
 */
export const needsControl = (
  { owner, provider }: Pick<Counterparty, 'owner' | 'provider'>,
  market: string,
  eurCents: bigint,
): boolean =>
  owner === 'customer' && provider === '' && market !== 'AUD' && eurCents >= CONTROL_FROM_EUR_CENTS;
