import type { Copies } from '#tests/simulation/cast/copies.ts';
import type { Database } from '#tests/simulation/world/database.ts';
import type { World } from '#tests/simulation/world/world.ts';

interface Found {
  readonly what: string;
  readonly id: string;
}

/** What only the books tell, and when it is so. */
const query = `
  select 'recalled money is owed' as what, id from bank_transfers where state = 'recalled' and owed <> 0
  union all select 'a debt is paid', id from bank_transfers where state = 'recalled' and owed = 0
  union all select 'a recurring buy is ' || outcome, buy_id || ' ' || day from recurring_runs
  union all select 'a price alert rings', id from price_alerts where fired_at is not null
  union all select 'a purchase is credited', id from purchases where status = 'success'
  union all select 'a card payment is taken back', purchase_id from charge_backs where charged > 0
  union all select 'a card payment is ours again', purchase_id from charge_back_reports where state = 'won'
  union all select 'a lost factor is removed', id from recoveries where stage = 'done'
  union all select 'a transfer is held', id from screenings where state = 'match'`;

/** How often something came to an end that nobody is answered about. */
export class Outcomes {
  readonly #seen = new Set<string>();

  async look(
    world: World,
    database: Database,
    { restoredAt }: Pick<Copies, 'restoredAt'>,
  ): Promise<void> {
    const [copy] = await database.look<{ because: string }>('select because from older_copies');
    if (copy && restoredAt < world.startedAt) {
      world.violated('books that were not restored are no older copy', copy.because);
    }
    for (const { what, id } of await database.look<Found>(query)) {
      const name = `${what} ${id}`;
      if (this.#seen.has(name)) continue;
      // What was there to be taken was never owed.
      if (what === 'a debt is paid' && !this.#seen.has(`recalled money is owed ${id}`)) continue;
      this.#seen.add(name);
      world.count(what);
    }
  }
}
