import type { Actor, World } from '#tests/simulation/world/world.ts';

/** How badly a party behaves: each a share of its calls. */
export interface Manners {
  /** The question never arrives. */
  readonly deaf: number;
  /** It does what it was asked and its answer never arrives. */
  readonly silent: number;
  /** It takes longer than a lease lasts. */
  readonly slow: number;
}

export const polite: Manners = { deaf: 0, silent: 0, slow: 0 };

/** For so long an order belongs to the process that waits for its answer: nobody else may give it meanwhile. */
const LEASE_MS = 28_000;
/** Adapters give up after so long. */
const PATIENCE_MS = 10_000;
const SLOW_MS = 45_000;
/** Who gives an order waits for so long at least. */
const THINKS_MS = 9_000;

/** How the world plays a third party: a question and its answer are events, and each may be lost. */
export class Party {
  readonly world: World;
  readonly actor: Actor;
  manners: Manners = polite;

  constructor(world: World, name: string) {
    this.world = world;
    this.actor = { name, alive: true };
  }

  /** By reference, who waits for the answer, and since when. */
  readonly #orders = new Map<string, { readonly caller: Actor; readonly at: number }>();

  /**
   * An order is given by one process at a time, although its reference would make the second one harmless: the party
   * may be one that looks at references only sometimes. Now and then the party thinks before it answers.
   */
  async order<T>(
    caller: Actor,
    reference: string,
    label: string,
    act: () => T,
  ): Promise<T | undefined> {
    const { world } = this;
    const before = this.#orders.get(reference);
    if (before?.caller.alive && before.caller !== caller && world.now - before.at < LEASE_MS) {
      world.violated('an order belongs to one process at a time', reference);
    }
    const mine = { caller, at: world.now };
    this.#orders.set(reference, mine);
    const chance = world.chance(`${this.actor.name} thinks`);
    const answer = await this.ask(
      caller,
      label,
      act,
      chance.oneIn(2) ? chance.next() * THINKS_MS : 0,
    );
    if (this.#orders.get(reference) === mine) this.#orders.delete(reference);
    return answer;
  }

  /**
   * `caller` asks; the party does `act` when the question arrives. Undefined where no answer came in
   * time, whether or not it was done.
   */
  async ask<T>(caller: Actor, label: string, act: () => T, thinksMs = 0): Promise<T | undefined> {
    const { world, actor, manners } = this;
    const chance = world.chance(`${actor.name} and ${caller.name}`);
    const draw = chance.next();
    const lost = (what: string): Promise<undefined> => {
      world.count(`fault: ${actor.name} ${what}`);
      world.count('fault: a party');
      return world.later(caller, PATIENCE_MS, `no answer to ${label}`, () => undefined);
    };
    if (draw < manners.deaf) return lost('never heard');
    const arrives = chance.next() * 40;
    if (draw < manners.deaf + manners.silent) {
      world.schedule(actor, arrives, label, act);
      return lost('did not answer');
    }
    const slow = draw < manners.deaf + manners.silent + manners.slow;
    if (slow) {
      world.count(`fault: ${actor.name} was slow`);
      world.count('fault: a party');
    }
    return new Promise((resolve, reject) => {
      world.schedule(actor, arrives, label, () => {
        const back = chance.next() * (slow ? SLOW_MS : 60) + thinksMs;
        try {
          const answer = act();
          world.schedule(caller, back, `answer to ${label}`, () => resolve(answer));
        } catch (error) {
          world.schedule(caller, back, `answer to ${label}`, () => reject(error));
        }
      });
    });
  }
}

const A_PAGE = 5;

/** A page of what a party has done for us, in the order in which it did. */
export function pageOf<T>(all: readonly T[], cursor: string) {
  const from = Number(cursor || 0);
  const to = Math.min(from + A_PAGE, all.length);
  return { part: all.slice(from, to), cursor: String(to), more: to < all.length };
}
