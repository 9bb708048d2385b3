import { createHash } from 'node:crypto';
import type { PGlite, QueryOptions, Results } from '@electric-sql/pglite';
import { type Round, Rounds } from './rounds.ts';
import type { Actor, World } from './world.ts';

/** What Kysely's dialect needs of an embedded database. */
export interface Connection {
  readonly closed: boolean;
  readonly ready: boolean;
  readonly waitReady: Promise<void>;
  query(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Results>;
  transaction<T>(work: (tx: Pick<Connection, 'query'>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A statement that was made, how many rows it changed, and which loop made it. */
interface Made {
  readonly text: string;
  readonly rows: number;
  readonly round: Round | undefined;
}

interface Waiting {
  readonly actor: Actor;
  readonly enter: () => void;
}

/** The tables of the books; what the sandbox plays is the world, which forgets nothing. */
const each = (statements: string): string => `do $$ declare name text; begin
  for name in select relname from pg_class where relnamespace = 'public'::regnamespace
    and relkind = 'r' and relname not like 'sandbox%' order by relname
  loop ${statements} end loop; end $$`;

/** What a statement is about, without its values. */
const labelOf = (text: string): string => {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  const table = /\b(?:from|into|update|join)\s+"?(\w+)"?/i.exec(text)?.[1] ?? '';
  return `${verb} ${table}`.trim();
};

/** Whether a statement can have changed what the checks look at. */
const MONEY =
  /\b(postings|journals|accounts|withdrawals|deposits|quotes|operations|purchases|bank_transfers|users)\b/;
const WRITES = /\b(insert into|update|delete from)\b/i;

const changedBy = (text: string, { affectedRows = 0, rows }: Results): number =>
  WRITES.test(text) ? affectedRows || rows.length : 0;

class SerializationFailure extends Error {
  readonly code = '40001';
}

/**
 * The one embedded database of a world. Every statement is a step of its own, at a moment that chance
 * decides; a process that died in the middle of a transaction leaves nothing of it behind.
 */
export class Database {
  readonly #world: World;
  readonly #pglite: PGlite;
  readonly #waiting: Waiting[] = [];
  #holder: Actor | undefined;
  readonly #looks = new Map<string, string>();
  readonly rounds = new Rounds();
  /** Set by committed writes to what holds money, reset by whoever has checked. */
  dirty = false;
  /** The same of mails. */
  mailed = false;
  /** Of a thousand statements of a transaction, so many fail as they do when others were faster. */
  conflicts = 0;
  /** Milliseconds that one statement may take at most, nearly always. */
  slowness = 3;

  constructor(world: World, pglite: PGlite) {
    this.#world = world;
    this.#pglite = pglite;
  }

  /** Looks into the database between two steps, as nobody in the world. */
  async look<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const asked = values.length === 0 ? await this.#prepared(text) : text;
    return (await this.#pglite.query<Row>(asked, [...values])).rows;
  }

  /** What is looked for again and again is planned once: that takes longer than to look. */
  async #prepared(text: string): Promise<string> {
    const known = this.#looks.get(text);
    if (known) return known;
    const name = `look_${this.#looks.size + 1}`;
    await this.#pglite.exec(`prepare ${name} as ${text}`);
    this.#looks.set(text, `execute ${name}`);
    return `execute ${name}`;
  }

  /** Whether nobody is in the middle of a transaction. */
  get isFree(): boolean {
    return !this.#pglite.isInTransaction();
  }

  #enter(actor: Actor): Promise<void> {
    // What a dead process left behind in memory does nothing more.
    if (!actor.alive) return new Promise(() => undefined);
    if (!this.#holder) {
      this.#holder = actor;
      return Promise.resolve();
    }
    return new Promise((enter) => this.#waiting.push({ actor, enter }));
  }

  #leave(): void {
    this.#holder = undefined;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (!next.actor.alive) continue;
      this.#holder = next.actor;
      next.enter();
      return;
    }
  }

  /** One statement as a step of the world. */
  #statement(actor: Actor, text: string, values: readonly unknown[], options?: QueryOptions) {
    const chance = this.#world.chance(`database ${actor.name}`);
    const slow = chance.oneIn(400) ? chance.between(50, 4_000) : chance.next() * this.slowness;
    return new Promise<Results>((resolve, reject) => {
      this.#world.schedule(actor, 0.05 + slow, labelOf(text), () =>
        this.#pglite
          .query(text, [...values], options)
          .then((found) => resolve(found as Results), reject),
      );
    });
  }

  #note({ text, rows, round }: Made): void {
    this.rounds.note(round, text, rows);
    if (rows === 0) return;
    if (MONEY.test(text)) this.dirty = true;
    if (text.includes('mail_outbox')) this.mailed = true;
  }

  /** The database as one process sees it. */
  connect(actor: Actor): Connection {
    const chance = this.#world.chance(`conflicts ${actor.name}`);
    return {
      closed: false,
      ready: true,
      waitReady: Promise.resolve(),
      close: () => Promise.resolve(),
      query: async (text, values = [], options) => {
        const round = this.rounds.current;
        await this.#enter(actor);
        try {
          const found = await this.#statement(actor, text, values, options);
          this.#note({ text, rows: changedBy(text, found), round });
          return found;
        } finally {
          this.#leave();
        }
      },
      transaction: async (work) => {
        const round = this.rounds.current;
        await this.#enter(actor);
        const all: Made[] = [];
        const conflict = (): void => {
          if (chance.next() * 1_000 >= this.conflicts) return;
          this.#world.count('fault: a transaction conflicts');
          throw new SerializationFailure('could not serialize access');
        };
        try {
          await this.#statement(actor, 'begin', []);
          const result = await work({
            query: async (text, values = [], options) => {
              conflict();
              const found = await this.#statement(actor, text, values, options);
              all.push({ text, rows: changedBy(text, found), round });
              return found;
            },
          });
          conflict();
          await this.#statement(actor, 'commit', []);
          for (const made of all) this.#note(made);
          return result;
        } catch (error) {
          await this.#statement(actor, 'rollback', []);
          throw error;
        } finally {
          this.#leave();
        }
      },
    };
  }

  /** A process has died: what it had begun and not committed is gone. */
  async forget(actor: Actor): Promise<void> {
    if (this.#holder !== actor) return;
    if (this.#pglite.isInTransaction()) await this.#pglite.query('rollback');
    this.#leave();
  }

  /** Keeps a copy of the books as they are now, to be restored later. */
  async copy(): Promise<void> {
    await this.#pglite.exec(`drop schema if exists older cascade; create schema older;
      ${each("execute format('create table older.%I as select * from public.%I', name, name);")}`);
  }

  /** The books are as they were when the copy was made, and lie in another place. No process may be running. */
  async restore(): Promise<void> {
    const insert = 'insert into public.%I overriding system value select * from older.%I';
    // Without triggers: some of them forbid deleting.
    await this.#pglite.exec(`set session_replication_role = replica;
      do $$ begin execute (select 'truncate ' || string_agg(format('public.%I', relname), ', ')
        from pg_class where relnamespace = 'older'::regnamespace and relkind = 'r'); end $$;
      ${each(`execute format('${insert}', name, name);`)};
      reset session_replication_role; drop schema older cascade;
      update books_marks set place = 'elsewhere'`);
    this.dirty = true;
  }

  /** A number that only the same content has, for comparing a run with its replay. */
  async digest(): Promise<string> {
    const rows = await this.look(
      'select account_id, currency, amount, line, created_at from postings order by journal_id, line',
    );
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16);
  }
}
