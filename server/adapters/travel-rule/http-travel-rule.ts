import * as v from 'valibot';
import {
  type Counterparty,
  cleanCounterparty,
  counterpartyProblem,
} from '#core/people/counterparty.ts';
import { isCountry } from '#core/people/country.ts';
import type { HomeAddress } from '#core/tax/certification.ts';
import type { Now } from '#server/adapters/party/clock.ts';
import {
  meant,
  nobodyKnows,
  type PartyAnswer,
  type Read,
} from '#server/adapters/party/party-facts.ts';
import { partyLine } from '#server/adapters/party/party-line.ts';
import {
  type HandedOver,
  handedWords,
  type IncomingTransfer,
  type OutgoingTransfer,
  type OwnCustomer,
  type TravelRule,
} from './travel-rule.ts';

export interface TravelRuleSettings {
  readonly baseUrl: string;
  readonly token: string;
}

const json = v.pipe(v.string(), v.parseJson());
const word = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));
const line = v.pipe(v.string(), v.maxLength(500));
const maybe = v.nullish(line, '');

const status = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z_-]{0,39}$/));
const handed = v.pipe(json, v.object({ id: word, status, until: maybe }));

/** Whoever sends messages later than the transfer has done so by then, as a rule. */
const GRACE_SECONDS = 15 * 60;

const names = v.object({
  nameIdentifier: v.pipe(
    v.array(v.object({ primaryIdentifier: line, secondaryIdentifier: maybe })),
    v.minLength(1),
  ),
});
/** An address that cannot be read is as good as none: the name and the country may still be known. */
const addresses = v.nullish(v.fallback(v.array(v.object({ country: maybe })), []), []);
const person = v.union([
  v.object({
    naturalPerson: v.object({
      name: names,
      countryOfResidence: maybe,
      geographicAddress: addresses,
    }),
  }),
  v.object({
    legalPerson: v.object({
      name: v.object({
        nameIdentifier: v.pipe(v.array(v.object({ legalPersonName: line })), v.minLength(1)),
      }),
      countryOfRegistration: maybe,
      geographicAddress: addresses,
    }),
  }),
]);
const incoming = v.pipe(
  json,
  v.union([
    v.object({ found: v.literal(false) }),
    v.object({
      found: v.literal(true),
      originatingVASP: v.object({ name: line }),
      originator: v.object({ originatorPersons: v.pipe(v.array(person), v.minLength(1)) }),
    }),
  ]),
);
type Person = v.InferOutput<typeof person>;

/** The longest texts of an address in IVMS 101. */
const LONGEST = { line: 70, lines: 7, town: 35, postal: 16 } as const;

/** A text in pieces of so many characters. */
const pieces = (text: string, most: number): readonly string[] =>
  text.match(new RegExp(`.{1,${most}}`, 'gsu')) ?? [];

/** The text cut to its longest form; undefined, which is left out, if it is empty. */
const cut = (text: string, most: number): string | undefined => pieces(text.trim(), most)[0];

/** Street and number stand in one text, so they are lines. */
const addressOf = ({ address, city, state, postal, country }: HomeAddress) => ({
  addressType: 'HOME',
  addressLine: pieces(address.trim(), LONGEST.line).slice(0, LONGEST.lines),
  postCode: cut(postal, LONGEST.postal),
  townName: cut(city, LONGEST.town),
  countrySubDivision: cut(state, LONGEST.town),
  country,
});

/**
 * Our customer as a person of IVMS 101, the data model of travel rule messages. The law asks for the address with
 * the customer's number, or for date and place of birth. We do not know the place, and a date alone is no valid
 * element: the address is sent.
 */
const customerPerson = ({ id, first, last, country, home }: OwnCustomer) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        {
          // Who has one name has it here.
          primaryIdentifier: last || first,
          secondaryIdentifier: last ? first || undefined : undefined,
          nameIdentifierType: 'LEGL',
        },
      ],
    },
    geographicAddress: home && [addressOf(home)],
    customerIdentification: id,
    countryOfResidence: country || undefined,
  },
});

/** A counterparty named by the customer, who did not say whether it is a person or a company. */
const namedPerson = ({ name, country }: Counterparty) => ({
  naturalPerson: {
    name: { nameIdentifier: [{ primaryIdentifier: name, nameIdentifierType: 'LEGL' }] },
    countryOfResidence: country,
  },
});

const accountOf = (address: string, tag: string): string =>
  tag ? `${address}?dt=${tag}` : address;

function bodyOf(transfer: OutgoingTransfer) {
  const { reference, currency, network, amount, address, tag, originator, beneficiary } = transfer;
  const customer = customerPerson(originator);
  return {
    reference,
    asset: currency,
    network,
    amount,
    originator: { originatorPersons: [customer], accountNumber: [originator.id] },
    beneficiary: {
      beneficiaryPersons: [beneficiary.owner === 'customer' ? customer : namedPerson(beneficiary)],
      accountNumber: [accountOf(address, tag)],
    },
    /** Null: no provider, the beneficiary holds the address themselves. */
    beneficiaryVASP: beneficiary.provider === '' ? null : { name: beneficiary.provider },
  };
}

/** The country of a person: senders write it as a field of its own, in the address, or in both. */
const countryIn = (said: string, homes: readonly { readonly country: string }[]): string =>
  [said, ...homes.map(({ country }) => country)]
    .map((code) => code.trim().toUpperCase())
    .find(isCountry) ?? '';

/** Name and country of a person, each as one text. */
function toldOf(one: Person): { readonly name: string; readonly country: string } {
  if ('legalPerson' in one) {
    const { name, countryOfRegistration, geographicAddress } = one.legalPerson;
    return {
      name: name.nameIdentifier[0]?.legalPersonName ?? '',
      country: countryIn(countryOfRegistration, geographicAddress),
    };
  }
  const { name, countryOfResidence, geographicAddress } = one.naturalPerson;
  const [first] = name.nameIdentifier;
  return {
    name: `${first?.secondaryIdentifier ?? ''} ${first?.primaryIdentifier ?? ''}`,
    country: countryIn(countryOfResidence, geographicAddress),
  };
}

/** The answer to what was handed over: a word that we do not know decides nothing. */
const readHanded: Read<HandedOver> = (text) => {
  const read = v.safeParse(handed, text);
  if (!read.success) return undefined;
  const { id: message, status: said, until } = read.output;
  const kind = handedWords.find((known) => known === said) ?? 'pending';
  const end = Date.parse(until);
  return { kind, said, message, ...(!Number.isNaN(end) && { until: new Date(end) }) };
};

const readIncoming: Read<Counterparty | 'none'> = (text) => {
  const read = v.safeParse(incoming, text);
  if (!read.success) return undefined;
  if (!read.output.found) return 'none';
  const { originator, originatingVASP } = read.output;
  const [first] = originator.originatorPersons;
  if (!first) return 'none';
  const found = cleanCounterparty({
    owner: 'other',
    ...toldOf(first),
    provider: originatingVASP.name,
  });
  // A message without a name or country counts as none: the customer is asked.
  return counterpartyProblem(found) ? 'none' : found;
};

/** A travel rule service with the contract of docs/travel-rule.md. */
export function httpTravelRule(
  { baseUrl, token }: TravelRuleSettings,
  now: Now = Date.now,
): TravelRule {
  const line = partyLine('travelRule', { now });
  const ask = <T>(path: string, body: unknown, read: Read<T>): Promise<PartyAnswer<T>> =>
    line.ask(
      `${baseUrl}${path}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      },
      read,
    );
  return {
    graceSeconds: GRACE_SECONDS,
    // Neither a refusal by status nor any other fact is the other provider's word.
    handOver: async (transfer) =>
      meant(await ask('/transfers', bodyOf(transfer), readHanded), nobodyKnows),
    async received(transfer: IncomingTransfer) {
      const { reference, currency, network, amount, hash, address, tag } = transfer;
      const account = accountOf(address, tag);
      const question = { reference, asset: currency, network, amount, hash, account };
      // That there is no message is said in words: a status may as well be of a wrong address.
      return meant(await ask('/incoming', question, readIncoming), nobodyKnows);
    },
  };
}
