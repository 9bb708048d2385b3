import { aRound, type Rounds } from './rounds.ts';
import { type Actor, IMMEDIATE, TICK, type World } from './world.ts';

/** Names that a program finds without importing them, and what they are in its part of the world. */
export type Globals = Readonly<Record<string, unknown>>;

export interface Tempo {
  /** How far this actor's own clock is from the true time, in milliseconds. */
  readonly skewMs: number;
  /** Intervals of at most ten seconds last so many times as long at most: idle rounds cost steps. */
  readonly intervalStretch: number;
  /** What repeats itself is left out where it would find nothing new. */
  readonly rounds?: Rounds;
}

const HostDate = Date;
const LONG_INTERVAL_MS = 10_000;

/** A `Date` that takes the present from `now`. */
export function dateOf(now: () => number): DateConstructor {
  class WorldDate extends HostDate {
    constructor(...given: [] | [number | string | Date]) {
      super(...((given.length === 0 ? [now()] : given) as [number]));
    }
    static override now(): number {
      return Math.floor(now());
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Function.prototype[Symbol.hasInstance].call(HostDate, value);
    }
  }
  return WorldDate as unknown as DateConstructor;
}

export interface Timer {
  cancel(): void;
  ref(): Timer;
  unref(): Timer;
  hasRef(): boolean;
}

function timer(cancel: () => void): Timer {
  const made: Timer = { cancel, ref: () => made, unref: () => made, hasRef: () => true };
  return made;
}

type Callback = (...given: readonly unknown[]) => unknown;

/** The actor's own timers, all of them in the world's queue. */
export function timersOf(world: World, actor: Actor, { intervalStretch, rounds }: Tempo) {
  const chance = world.chance(`timers ${actor.name}`);
  /** A busy machine is late now and then. */
  const late = (): number => (chance.oneIn(30) ? chance.between(1, 400) : chance.next() * 3);
  const clear = (given: unknown): void => {
    if (typeof given === 'object' && given !== null && 'cancel' in given) (given as Timer).cancel();
  };
  const later = (run: Callback, ms = 0, ...given: readonly unknown[]): Timer =>
    timer(
      world.schedule(actor, Math.max(1, ms || 0) + late(), `timer ${ms}`, () => void run(...given)),
    );
  const again = (run: Callback, ms = 0, ...given: readonly unknown[]): Timer => {
    let cancel = (): void => undefined;
    const round = rounds && aRound(ms);
    const next = (): void => {
      const stretch =
        ms <= LONG_INTERVAL_MS && intervalStretch > 1 ? 1 + chance.next() * intervalStretch : 1;
      cancel = world.schedule(actor, ms * stretch + late(), round ? TICK : `interval ${ms}`, () => {
        next();
        if (!round) run(...given);
        else rounds.begin(round, world.now, () => run(...given));
      });
    };
    next();
    return timer(() => cancel());
  };
  return {
    setTimeout: later,
    clearTimeout: clear,
    setInterval: again,
    clearInterval: clear,
    setImmediate: (run: Callback, ...given: readonly unknown[]) =>
      timer(world.schedule(actor, 0, IMMEDIATE, () => void run(...given))),
    clearImmediate: clear,
  };
}

/** WebCrypto with chance from the world; what it computes beside this thread ends in the order of asking. */
function cryptoOf(world: World, actor: Actor): unknown {
  const chance = world.chance(`crypto ${actor.name}`);
  const subtle = new Proxy(crypto.subtle, {
    get(of, name: keyof SubtleCrypto) {
      const method = of[name] as unknown as Callback;
      return (...given: readonly unknown[]) =>
        world.external(actor, Reflect.apply(method, of, given) as Promise<unknown>);
    },
  });
  return {
    subtle,
    randomUUID: () => chance.uuid(),
    getRandomValues: (into: Uint8Array) => {
      into.set(chance.bytes(into.length));
      return into;
    },
  };
}

function abortSignalOf(setTimeout: ReturnType<typeof timersOf>['setTimeout']): unknown {
  return new Proxy(AbortSignal, {
    get: (of, name) =>
      name === 'timeout'
        ? (ms: number) => {
            const control = new AbortController();
            setTimeout(() => control.abort(new DOMException('timed out', 'TimeoutError')), ms);
            return control.signal;
          }
        : Reflect.get(of, name),
  });
}

/** What every actor finds, page or server. */
export function globalsOf(world: World, actor: Actor, tempo: Tempo, more: Globals = {}): Globals {
  const now = (): number => world.now + tempo.skewMs;
  const timers = timersOf(world, actor, tempo);
  const chance = world.chance(`math ${actor.name}`);
  const begun = world.now;
  const names: Record<string, unknown> = {
    ...timers,
    Date: dateOf(now),
    Math: Object.create(Math, { random: { value: () => chance.next() } }),
    performance: { now: () => world.now - begun + 1_000, timeOrigin: begun - 1_000 },
    crypto: cryptoOf(world, actor),
    AbortSignal: abortSignalOf(timers.setTimeout),
    ...more,
  };
  const all = Object.create(globalThis, propertiesOf(names));
  return { ...names, globalThis: all, global: all };
}

const propertiesOf = (names: Globals): PropertyDescriptorMap =>
  Object.fromEntries(
    Object.entries(names).map(([name, value]) => [
      name,
      { value, writable: true, configurable: true, enumerable: true },
    ]),
  );
