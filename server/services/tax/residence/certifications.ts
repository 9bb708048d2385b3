import { sql } from 'kysely';
import * as v from 'valibot';
import type { KycData } from '#core/contract/account/identity.ts';
import type { certifyTaxResidence } from '#core/contract/account/tax-residence.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import {
  certificationProblem,
  DECLARATION,
  type HomeAddress,
  maskedNumber,
  plainResidence,
  type Residence,
  withoutNumber,
} from '#core/tax/certification.ts';
import type { Deps } from '#server/deps.ts';
import { presentOf } from '#server/platform/instant.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { TAX_ANSWER_DAYS } from '#server/policy.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { withAccount, writeAddress } from '#server/services/customers/users/users.ts';
import { isoOf, type JsonRow, type PlainRow } from '#server/store/json-row.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { nextTaxStage, taxLimitedFrom, taxStageOf } from './tax-due.ts';

const kept = v.array(
  v.object({
    country: v.string(),
    number: v.string(),
    without: v.optional(v.picklist(withoutNumber)),
    later: v.optional(v.boolean()),
  }),
);

/** The residences of a stored certification. */
export const residencesIn = (json: string): readonly Residence[] => v.parse(kept, JSON.parse(json));

export interface Certification {
  readonly home: HomeAddress;
  readonly residences: readonly Residence[];
  readonly certifiedAt: Date;
}

/** Reads a customer's latest certification. */
export const certificationQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('tax_certifications')
    .select(['address', 'city', 'state', 'postal', 'country', 'residences', 'certified_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1);

type Certified = ReturnType<typeof certificationQuery>;

function certificationOf(row: PlainRow<Certified> | JsonRow<Certified>): Certification {
  const { residences, certified_at, ...home } = row;
  return { home, residences: residencesIn(residences), certifiedAt: new Date(certified_at) };
}

/** A customer's latest certification. */
export async function newestCertification(
  reader: Reader,
  userId: string,
): Promise<Certification | undefined> {
  const row = await certificationQuery(reader, userId).executeTakeFirst();
  return row && certificationOf(row);
}

/** Reads since when a customer who was asked for a certification and gave none is limited. */
export const taxAskQuery = (reader: Reader, userId: string) =>
  reader.selectFrom('tax_asks').select('limited_at').where('user_id', '=', userId);

type Request = ParsedRequestOf<typeof certifyTaxResidence>;

/**
 * A residence without a number keeps the number certified before; if there is none, the empty one is refused.
 */
const filled = (wish: Request['residences'][number], before: readonly Residence[]): Residence => ({
  country: wish.country,
  number: wish.number || (before.find(({ country }) => country === wish.country)?.number ?? ''),
  ...(wish.without !== undefined && { without: wish.without }),
  ...(wish.later && { later: true }),
});

/** The countries whose numbers follow. */
const toFollow = (residences: readonly Residence[]): readonly string[] =>
  residences.filter(({ later }) => later).map(({ country }) => country);

/**
 * Notes until when the numbers of these countries must be there: counted from when they were first said to follow, so
 * that saying it again gains no time. Who was asked before keeps the time that they have.
 */
async function expectNumbers(
  deps: Deps,
  tx: Tx,
  userId: string,
  countries: readonly string[],
): Promise<void> {
  const said = await tx
    .selectFrom('tax_certifications')
    .select(['residences', 'certified_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const first = said.find(({ residences }) =>
    toFollow(residencesIn(residences)).some((country) => countries.includes(country)),
  );
  const now = (await presentOf({ ...deps, db: tx })).getTime();
  const asked = first?.certified_at ?? new Date(now);
  const limited = taxLimitedFrom(asked.getTime());
  const next = nextTaxStage(limited, now);
  await tx
    .insertInto('tax_asks')
    .values({
      user_id: userId,
      asked_at: asked,
      limited_at: new Date(limited),
      // Whoever says that a number follows has just read until when.
      told: taxStageOf(limited, now),
      look_at: next === undefined ? sql<Date>`'infinity'` : new Date(next),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Stores a customer's certification, whose address becomes the profile's; a limit for lack of it ends at once, unless a
 * number is still to follow.
 */
export const certify = (
  deps: Deps,
  owner: Owner,
  { residences: wished, ...home }: Request,
): Promise<Refused | undefined> =>
  withAccount(deps, owner, async (tx) => {
    const before = (await newestCertification(tx, owner.userId))?.residences ?? [];
    const residences = wished.map((one) => filled(one, before)).map(plainResidence);
    const problem = certificationProblem(home, residences);
    if (problem !== undefined) return refuse('INVALID_INPUT', problem);
    await tx
      .insertInto('tax_certifications')
      .values({
        ...home,
        user_id: owner.userId,
        residences: JSON.stringify(residences),
        declaration: DECLARATION,
        certified_at: deps.clock.sql,
      })
      .execute();
    const { address, city, state, postal } = home;
    await writeAddress(tx, owner.userId, { address, city, state, postal });
    const missing = toFollow(residences);
    if (missing.length > 0) await expectNumbers(deps, tx, owner.userId, missing);
    else await tx.deleteFrom('tax_asks').where('user_id', '=', owner.userId).execute();
    return undefined;
  });

const property = (kyc_property: string, kyc_value: string) => ({ kyc_property, kyc_value });

/** A customer's certification as they see it: the end of a number is enough for its owner to recognise it. */
export function taxDataOf(
  certified: JsonRow<Certified> | null,
  asked: JsonRow<ReturnType<typeof taxAskQuery>> | null,
): NonNullable<KycData['tax_data']> {
  const days = property('number_days', String(TAX_ANSWER_DAYS));
  if (certified) {
    const { home, residences, certifiedAt } = certificationOf(certified);
    return [
      property('certified_at', certifiedAt.toISOString()),
      ...residences.map(({ country, number, without, later }) =>
        property('residence', `${country} ${without ?? (later ? 'later' : maskedNumber(number))}`),
      ),
      ...(asked ? [property('limited_from', isoOf(asked.limited_at))] : []),
      days,
      ...Object.entries(home).map(([name, value]) => property(name, value)),
    ];
  }
  return [
    asked ? property('limited_from', isoOf(asked.limited_at)) : property('needed', 'yes'),
    days,
  ];
}
