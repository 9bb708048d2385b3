import type { Database } from '#tests/simulation/world/database.ts';
import type { World } from '#tests/simulation/world/world.ts';

interface Owing {
  readonly id: string;
  readonly owed: string;
}

/** Money that was recalled after its customer had spent it: how often somebody owes it, and has paid it. */
export class Debts {
  readonly #owing = new Set<string>();

  async look(world: World, database: Database): Promise<void> {
    const rows = await database.look<Owing>(
      `select id, owed::text from bank_transfers where state = 'recalled'`,
    );
    for (const { id, owed } of rows) {
      const owes = owed !== '0';
      if (owes === this.#owing.has(id)) continue;
      world.count(owes ? 'recalled money is owed' : 'a debt is paid');
      if (owes) this.#owing.add(id);
      else this.#owing.delete(id);
    }
  }
}
