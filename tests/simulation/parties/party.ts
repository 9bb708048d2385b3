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

/** Adapters give up after so long. */
const PATIENCE_MS = 10_000;
const SLOW_MS = 45_000;

/** How the world plays a third party: a question and its answer are events, and each may be lost. */
export class Party {
  readonly world: World;
  readonly actor: Actor;
  manners: Manners = polite;

  constructor(world: World, name: string) {
    this.world = world;
    this.actor = { name, alive: true };
  }

  /**
   * `caller` asks; the party does `act` when the question arrives. Undefined where no answer came in
   * time, whether or not it was done.
   */
  async ask<T>(caller: Actor, label: string, act: () => T): Promise<T | undefined> {
    const { world, actor, manners } = this;
    const chance = world.chance(`${actor.name} and ${caller.name}`);
    const draw = chance.next();
    const lost = (what: string): Promise<undefined> => {
      world.count(`fault: ${actor.name} ${what}`);
      return world.later(caller, PATIENCE_MS, `no answer to ${label}`, () => undefined);
    };
    if (draw < manners.deaf) return lost('never heard');
    const arrives = chance.next() * 40;
    if (draw < manners.deaf + manners.silent) {
      world.schedule(actor, arrives, label, act);
      return lost('did not answer');
    }
    const slow = draw < manners.deaf + manners.silent + manners.slow;
    if (slow) world.count(`fault: ${actor.name} was slow`);
    return new Promise((resolve, reject) => {
      world.schedule(actor, arrives, label, () => {
        const back = chance.next() * (slow ? SLOW_MS : 60);
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
