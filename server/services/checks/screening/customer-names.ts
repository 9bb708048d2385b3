import { type RawBuilder, sql } from 'kysely';

/**
 * The names by which lists are asked about customers: that of their document and, where it is another, the one they typed
 * (READ-09). One query of `id, name, born, country` and `place`, their order, for the rows of `users` that fit.
 */
export const customerNames = (which: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select id, trim(kyc_first_name || ' ' || kyc_last_name) as name,
      coalesce(nullif(kyc_born, ''), dob) as born,
      coalesce(nullif(kyc_country, ''), country_code) as country, 0 as place
    from users where ${which} and deleted_at is null and kyc_first_name is not null
    union all
    select id, trim(first_name || ' ' || last_name), dob, country_code, 1
    from users where ${which} and deleted_at is null
      and (kyc_first_name is null or (lower(first_name), lower(last_name), dob)
        <> (lower(kyc_first_name), lower(kyc_last_name), kyc_born))`;
