import type { PostOffice } from '#tests/simulation/parties/post-office.ts';
import type { Database } from '#tests/simulation/world/database.ts';
import type { World } from '#tests/simulation/world/world.ts';

/** Mails that were written and have not left: what is in the outbox no more was delivered, or is too old. */
export class Mails {
  /** By id, when they are given up. */
  #waiting = new Map<string, number>();
  /** How many were given up, because nobody took them for days. */
  tooOld = 0;

  async check(world: World, database: Database, mail: PostOffice): Promise<void> {
    database.mailed = false;
    const rows = await database.look<{ id: string; expires_at: Date }>(
      'select id, expires_at from mail_outbox',
    );
    const now = new Map(rows.map(({ id, expires_at }) => [id, expires_at.getTime()]));
    for (const [id, expires] of this.#waiting) {
      if (now.has(id) || mail.delivered.has(id)) continue;
      if (expires <= world.now) this.tooOld += 1;
      else world.violated('every mail that was written is delivered', id);
    }
    this.#waiting = now;
  }
}
