import type { PostOffice } from '#tests/simulation/parties/post-office.ts';
import type { Database } from '#tests/simulation/world/database.ts';
import type { World } from '#tests/simulation/world/world.ts';

/** Mails that were written and have not left: what is in the outbox no more was delivered, or is too old. */
export class Mails {
  /** By id, when they are given up, and whether that is days after they were written. */
  #waiting = new Map<string, { readonly expires: number; readonly isLong: boolean }>();
  /** How many were given up, because nobody took them for days; not those with codes, which last ten minutes. */
  tooOld = 0;

  /** The books are an older copy: what waited may wait no more, and what was delivered waits again. */
  forget(): void {
    this.#waiting.clear();
  }

  async check(world: World, database: Database, mail: PostOffice): Promise<void> {
    database.mailed = false;
    const rows = await database.look<{ id: string; expires_at: Date; is_long: boolean }>(
      `select id, expires_at, expires_at > created_at + interval '1 day' as is_long from mail_outbox`,
    );
    const now = new Map(
      rows.map(({ id, expires_at, is_long }) => [
        id,
        { expires: expires_at.getTime(), isLong: is_long },
      ]),
    );
    for (const [id, { expires, isLong }] of this.#waiting) {
      if (now.has(id) || mail.delivered.has(id)) continue;
      if (expires <= world.now) this.tooOld += isLong ? 1 : 0;
      else world.violated('every mail that was written is delivered', id);
    }
    this.#waiting = now;
  }
}
