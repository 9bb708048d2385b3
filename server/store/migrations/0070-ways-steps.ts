import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Each change of a way into an account is a step with a number, by whatever road, and each “this wasn't me” link
 * names the first step that it undoes (READ-07). The database counts, so that no road forgets to.
 */
export const waysSteps: Migration = {
  name: '0070-ways-steps',
  statements: [
    // `steps`: the number of the last step. The others: the step with which the address and the factor came.
    sql`alter table users add column steps integer not null default 0,
      add column email_at_step integer not null default 0,
      add column factor_at_step integer`,
    // How many steps there were when it was opened; null: opened before they were counted.
    sql`alter table sessions add column at_step integer`,
    sql`alter table report_links add column undoes_from integer`,
    // Links of before, in the order in which they were mailed.
    sql`update report_links set undoes_from = ordered.place from (
      select token_hash, rank() over (partition by user_id order by expires_at) as place
      from report_links) as ordered where ordered.token_hash = report_links.token_hash`,
    sql`update users set steps = mailed.last, email_at_step = coalesce(mailed.moved, 0) from (
      select user_id, max(undoes_from) as last,
        max(undoes_from) filter (where previous_email is not null) as moved
      from report_links group by user_id) as mailed where mailed.user_id = users.id`,
    sql`create function count_step() returns trigger language plpgsql as $$
      begin
        if new.email <> old.email then
          new.steps := old.steps + 1;
          new.email_at_step := new.steps;
        end if;
        if new.password_hash <> old.password_hash then
          new.steps := old.steps + 1;
        end if;
        if (new.two_factor, new.two_factor_since, new.two_factor_by)
          is distinct from (old.two_factor, old.two_factor_since, old.two_factor_by) then
          new.steps := old.steps + 1;
          new.factor_at_step := case when new.two_factor then new.steps end;
        end if;
        return new;
      end $$`,
    sql`create trigger users_step before update of email, password_hash, two_factor, two_factor_since,
      two_factor_by on users for each row execute function count_step()`,
    sql`create function count_step_of() returns trigger language plpgsql as $$
      begin
        update users set steps = steps + 1 where id = coalesce(new.user_id, old.user_id);
        return null;
      end $$`,
    sql`create trigger passkeys_step after insert or delete on passkeys
      for each row execute function count_step_of()`,
    sql`create trigger known_devices_step after insert on known_devices
      for each row execute function count_step_of()`,
    // A check with which an operator gives an account an address; null: the recovery of a lost factor.
    sql`alter table recoveries add column gives_address text, add column begun_by text`,
    // A server of the version before names no step: then it is what comes next.
    // A session that a server of the version before opens counts from its opening, too.
    sql`create function count_from() returns trigger language plpgsql as $$
      begin
        if new.at_step is null then
          new.at_step := (select steps from users where id = new.user_id);
        end if;
        return new;
      end $$`,
    sql`create trigger sessions_step before insert on sessions
      for each row execute function count_from()`,
    sql`create function name_step() returns trigger language plpgsql as $$
      begin
        if new.undoes_from is null then
          new.undoes_from := (select steps + 1 from users where id = new.user_id);
        end if;
        return new;
      end $$`,
    sql`create trigger report_links_step before insert on report_links
      for each row execute function name_step()`,
  ],
  indexes: [
    {
      name: 'recoveries_open_factor',
      on: "recoveries (user_id) where stage in ('asked', 'waiting') and gives_address is null",
      unique: true,
    },
    {
      name: 'recoveries_open_address',
      on: "recoveries (user_id) where stage in ('asked', 'waiting') and gives_address is not null",
      unique: true,
    },
  ],
};
