import { type CallClass, callClasses } from '#core/contract/giving-way.ts';
import { placeTaken, type QueueSeat } from '#server/base/aside.ts';
import type { Log } from '#server/base/log.ts';
import { conditions } from './conditions.ts';

/**
 * The limit of calls under way for each class, in multiples of those served at once. Beyond twice as many
 * nobody is admitted, so nobody waits more than about twice as long (OPS-10).
 */
const SHARES: Readonly<Record<CallClass, number>> = {
  prices: 1,
  exports: 1.25,
  quotes: 1.5,
  histories: 1.75,
  essential: 2,
};

/** The limit while it is unknown whether the load lasts. */
const BURST_SHARE = 20;

/** A shorter peak is a burst, not an overload: everybody is served. */
const LASTING_MS = 100;

/** The overload is over this long after the last refusal; until then no burst is admitted. */
export const OVER_MS = 5_000;

/** The calls under way in this process, and who is refused next. */
export interface Places {
  /** Does a call's work; undefined: the call was refused and nothing was done. */
  run<T>(of: CallClass, work: () => Promise<T>): Promise<T> | undefined;
  /** The classes that are refused right now. */
  givingWay(): readonly CallClass[];
  /** The number of calls that use this process or its database. */
  readonly taken: number;
}

interface Settings {
  /** How many calls are served at once before the first class is refused. */
  readonly atOnce: number;
  readonly log: Log;
  /** In milliseconds. */
  readonly now: () => number;
}

export function places({ atOnce, log, now }: Settings): Places {
  let taken = 0;
  let fullSince: number | undefined;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let essentialRefusedAt = Number.NEGATIVE_INFINITY;
  const told = conditions(log, now);

  const count = (change: 1 | -1): void => {
    taken += change;
    if (taken < atOnce) fullSince = undefined;
    else fullSince ??= now();
  };

  const isRecent = (at: number): boolean => now() - at < OVER_MS;

  const lasts = (): boolean =>
    fullSince !== undefined && (now() - fullSince >= LASTING_MS || isRecent(refusedAt));

  const isRefused = (of: CallClass): boolean =>
    taken >= atOnce * (lasts() ? SHARES[of] : BURST_SHARE);

  const tell = (): void => {
    const wrong = { underWay: taken, atOnce };
    told.tell('more calls than can be served', isRecent(refusedAt) ? wrong : undefined);
    told.tell('essential calls refused', isRecent(essentialRefusedAt) ? wrong : undefined);
  };

  function take(): QueueSeat & { leave(): void } {
    let inside = true;
    let left = false;
    count(1);
    return {
      aside: async (work) => {
        // With two concurrent waits, the first one has given the place up already.
        if (!inside || left) return work();
        inside = false;
        count(-1);
        try {
          return await work();
        } finally {
          inside = true;
          // Work that nobody waited for may end after its call.
          if (!left) count(1);
        }
      },
      leave: () => {
        left = true;
        if (inside) count(-1);
      },
    };
  }

  return {
    run: (of, work) => {
      if (isRefused(of)) {
        refusedAt = now();
        if (of === 'essential') essentialRefusedAt = refusedAt;
        tell();
        return undefined;
      }
      tell();
      const place = take();
      return placeTaken.run(place, work).finally(place.leave);
    },
    givingWay: () => {
      tell();
      return callClasses.filter(isRefused);
    },
    get taken() {
      return taken;
    },
  };
}
