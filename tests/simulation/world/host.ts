import { dateOf } from './globals.ts';
import type { World } from './world.ts';

/** Who asked, out of a stack of calls. */
const callerIn = (stack = ''): string => stack.split('\n')[2]?.trim() ?? 'somewhere';

const isDatabase = (stack = ''): boolean => stack.includes('pglite');

type Names = Record<string, unknown>;

/**
 * Runs `work` with the machine's own time, chance and timers out of reach: the embedded database gets the
 * world's, and anybody else who reaches for them ends the run by name. Without this a replay could differ.
 */
export async function apart<T>(world: World, work: () => Promise<T>): Promise<T> {
  const chance = world.chance('database');
  const trap =
    (name: string, forDatabase: (...given: readonly unknown[]) => unknown) =>
    (...given: readonly unknown[]): unknown => {
      const { stack } = new Error(name);
      if (!isDatabase(stack)) {
        world.violated('everything is the world’s', `${name} was reached ${callerIn(stack)}`);
      }
      return forDatabase(...given);
    };
  // The database's own alarms are for what takes too long in real time.
  const noTimer = (name: string) => trap(name, () => 0);
  const fill = (into: unknown): unknown => {
    if (into instanceof Uint8Array) into.set(chance.bytes(into.length));
    return into;
  };
  const replaced: readonly (readonly [of: object, names: Names])[] = [
    [globalThis, { Date: dateOf(() => world.now) }],
    [
      globalThis,
      Object.fromEntries(
        ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'].map(
          (name) => [name, noTimer(name)],
        ),
      ),
    ],
    [Math, { random: trap('Math.random', () => chance.next()) }],
    [performance, { now: trap('performance.now', () => world.now) }],
    [
      Object.getPrototypeOf(crypto),
      {
        getRandomValues: trap('crypto.getRandomValues', fill),
        randomUUID: trap('crypto.randomUUID', () => chance.uuid()),
      },
    ],
  ];
  const before = replaced.map(([of, names]) => {
    const kept = Object.keys(names).map(
      (name) => [name, Object.getOwnPropertyDescriptor(of, name)] as const,
    );
    for (const [name, value] of Object.entries(names)) {
      Object.defineProperty(of, name, { value, configurable: true, writable: true });
    }
    return [of, kept] as const;
  });
  try {
    return await work();
  } finally {
    for (const [of, kept] of before) {
      for (const [name, descriptor] of kept) {
        if (descriptor) Object.defineProperty(of, name, descriptor);
        else Reflect.deleteProperty(of, name);
      }
    }
  }
}
