import { type HomeAddress, type WithoutNumber, withoutNumber } from '#core/tax/certification.ts';

/** What is known of where the customer pays tax, as the server told it (KEEP-14). */
export interface KnownTax {
  /** Whether the customer must certify before the first trade. */
  readonly needed: boolean;
  /** When the account becomes limited, in milliseconds since the epoch. */
  readonly limitedFrom: number | undefined;
  /** The days within which a number that is stated later must be there; undefined: all are stated at once. */
  readonly numberDays: number | undefined;
  readonly certified:
    | {
        readonly at: number;
        readonly home: HomeAddress;
        readonly residences: readonly {
          readonly country: string;
          /** The last digits of the number; undefined also while it is to follow. */
          readonly end: string | undefined;
          readonly without: WithoutNumber | undefined;
        }[];
      }
    | undefined;
}

const LATER = 'later';
const DAY_MS = 86_400_000;

/** Until when a number that is not at hand today can be added; undefined once the account is limited without it. */
export function numberBy({ limitedFrom, numberDays }: KnownTax, now: number): number | undefined {
  if (numberDays === undefined) return undefined;
  const last = limitedFrom ?? now + numberDays * DAY_MS;
  return last > now ? last : undefined;
}

export function knownTaxIn(data: readonly (readonly [string, string])[]): KnownTax {
  const textOf = (name: string): string => data.find(([one]) => one === name)?.[1] ?? '';
  const momentOf = (name: string): number | undefined =>
    textOf(name) === '' ? undefined : Date.parse(textOf(name));
  const at = momentOf('certified_at');
  return {
    needed: textOf('needed') !== '',
    limitedFrom: momentOf('limited_from'),
    numberDays: Number(textOf('number_days')) || undefined,
    certified:
      at === undefined
        ? undefined
        : {
            at,
            home: {
              ...{ address: textOf('address'), city: textOf('city'), state: textOf('state') },
              ...{ postal: textOf('postal'), country: textOf('country') },
            },
            residences: data
              .filter(([name]) => name === 'residence')
              .map(([, value]) => {
                const [country = '', said = ''] = value.split(' ');
                const without = withoutNumber.find((one) => one === said);
                return { country, without, end: without || said === LATER ? undefined : said };
              }),
          },
  };
}
