import type { Actor, World } from '#tests/simulation/world/world.ts';

type Mode = 'exclusive' | 'shared';

interface Held {
  readonly name: string;
  readonly mode: Mode;
  readonly actor: Actor;
}

interface Wanted extends Held {
  readonly grant: (held: Held | null) => void;
}

type Callback = (lock: Held | null) => unknown;

/** A tab waits no longer for a lock. */
type GaveUp = (actor: Actor, name: string) => void;

/** A device's Web Locks, shared by its tabs. */
export class DeviceLocks {
  readonly #world: World;
  readonly #gaveUp: GaveUp;
  readonly #held: Held[] = [];
  readonly #wanted: Wanted[] = [];

  constructor(world: World, gaveUp: GaveUp) {
    this.#world = world;
    this.#gaveUp = gaveUp;
  }

  #isFree({ name, mode }: Held): boolean {
    return this.#held.every(
      (held) => held.name !== name || (held.mode === 'shared' && mode === 'shared'),
    );
  }

  #look(): void {
    for (const wanted of [...this.#wanted]) {
      const before = this.#wanted.slice(0, this.#wanted.indexOf(wanted));
      if (!this.#isFree(wanted) || before.some(({ name }) => name === wanted.name)) continue;
      this.#wanted.splice(this.#wanted.indexOf(wanted), 1);
      this.#held.push(wanted);
      this.#world.schedule(wanted.actor, 1, `lock ${wanted.name.slice(0, 20)}`, () => {
        wanted.grant(wanted);
      });
    }
  }

  /** Whoever waits for a lock stops waiting once its signal says so; who has it keeps it. */
  #until(wanted: Wanted, signal: AbortSignal, reject: (reason: unknown) => void): void {
    signal.addEventListener('abort', () => {
      const at = this.#wanted.indexOf(wanted);
      if (at < 0) return;
      this.#wanted.splice(at, 1);
      this.#world.count('a lock is given up');
      this.#gaveUp(wanted.actor, wanted.name);
      reject(signal.reason);
      this.#look();
    });
  }

  #release(held: Held): void {
    const at = this.#held.indexOf(held);
    if (at >= 0) this.#held.splice(at, 1);
    this.#look();
  }

  /** A tab is gone, and with it all it held and waited for. */
  forget(actor: Actor): void {
    for (const wanted of this.#wanted.filter((one) => one.actor === actor)) {
      this.#wanted.splice(this.#wanted.indexOf(wanted), 1);
    }
    for (const held of this.#held.filter((one) => one.actor === actor)) this.#release(held);
  }

  /** `navigator.locks` of a tab. */
  for(actor: Actor): unknown {
    return {
      request: (name: string, ...given: [Callback] | [LockOptions, Callback]) => {
        const [options, run] = given.length === 1 ? [{}, given[0]] : given;
        const wanted = { name, mode: options.mode ?? 'exclusive', actor };
        return new Promise((resolve, reject) => {
          const grant = async (held: Held | null): Promise<void> => {
            try {
              resolve(await run(held));
            } catch (error) {
              reject(error);
            } finally {
              if (held && actor.alive) this.#release(held);
            }
          };
          if (!actor.alive) return;
          if (options.signal?.aborted) return reject(options.signal.reason);
          const atOnce = this.#isFree(wanted) && this.#wanted.every((one) => one.name !== name);
          if (options.ifAvailable && !atOnce) {
            this.#world.schedule(actor, 1, `no lock ${name.slice(0, 20)}`, () => void grant(null));
            return;
          }
          const waiting = { ...wanted, grant };
          this.#wanted.push(waiting);
          if (options.signal) this.#until(waiting, options.signal, reject);
          this.#look();
        });
      },
      query: () =>
        this.#world.later(actor, 1, 'locks', () => ({
          held: this.#held.map(({ name, mode }) => ({ name, mode })),
          pending: [],
        })),
    };
  }
}
