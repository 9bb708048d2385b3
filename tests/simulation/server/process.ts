import type { PGlite } from '@electric-sql/pglite';
import type { Parties } from '#server/adapters/parties.ts';
import type { Load } from '#tests/simulation/world/bundle.ts';
import type { Database } from '#tests/simulation/world/database.ts';
import { globalsOf, type timersOf } from '#tests/simulation/world/globals.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';
import type * as Entry from './entry.ts';
import { modulesOf } from './modules.ts';

export type ServerProgram = typeof Entry;
type Server = ReturnType<ServerProgram['start']>;

/** One process of the server. */
export interface ServerProcess {
  readonly actor: Actor;
  readonly server: Server;
  /** Takes calls. */
  ready: boolean;
  /** Takes no more calls, but ends those it has. */
  stopping: boolean;
  stop: () => Promise<void>;
}

export interface Fleet {
  readonly world: World;
  readonly database: Database;
  readonly load: Load<ServerProgram>;
  /** The parties as this process reaches them. */
  readonly parties: (actor: Actor) => Partial<Parties>;
  /** The only party that is asked by HTTP, so that its adapter is tried, too. */
  readonly prices: (actor: Actor, url: string) => Promise<Response>;
}

/** Starts a process, with a clock of its own and nothing in its memory. */
export function startProcess(
  { world, database, load, parties, prices }: Fleet,
  name: string,
  { works = true }: { readonly works?: boolean } = {},
): ServerProcess {
  const actor: Actor = { name, alive: true };
  const skewMs = world.chance(actor.name).between(-1_500, 1_500);
  const tempo = { skewMs, intervalStretch: 30, rounds: database.rounds };
  const globals = globalsOf(world, actor, tempo, {
    process: { env: {} },
    fetch: (url: string | URL) => prices(actor, String(url)),
  });
  const { setTimeout } = globals as unknown as ReturnType<typeof timersOf>;
  const server = load(globals, modulesOf(world, actor, setTimeout)).start({
    pglite: database.connect(actor) as unknown as PGlite,
    parties: parties(actor),
    write: (line) => world.count(`log: ${eventOf(line)}`),
  });
  const process: ServerProcess = {
    ...{ actor, server, ready: !works, stopping: false },
    stop: () => Promise.resolve(),
  };
  if (!works) return process;
  const begin = (): void => {
    void server.work().then(
      (stop) => {
        process.stop = stop;
        process.ready = true;
        if (process.stopping) void stop();
      },
      // Its database failed it: whoever looks after processes starts it again.
      () => world.schedule(actor, 1_000, 'starts again', begin),
    );
  };
  begin();
  return process;
}

const eventOf = (line: string): string => /"event":"([^"]*)"/.exec(line)?.[1] ?? 'unreadable';

/** As a machine that loses its power. */
export async function kill(database: Database, { actor }: ServerProcess): Promise<void> {
  actor.alive = false;
  await database.forget(actor);
}
