import { type CallClass, callClasses } from '#core/contract/giving-way.ts';
import { type Place, placeTaken } from '#server/aside.ts';
import type { Log } from '#server/log.ts';
import { conditions } from './conditions.ts';

/**
 * Up to how many calls under way each class is admitted, in multiples of those served at the same time.
 * Nobody is admitted beyond twice as many, so nobody takes more than about twice as long (OPS-10).
 */
const SHARES: Readonly<Record<CallClass, number>> = {
  prices: 1,
  exports: 1.25,
  quotes: 1.5,
  histories: 1.75,
  essential: 2,
};

/** So many are admitted at most while nobody knows yet whether it lasts. */
const BURST_SHARE = 20;

/** What is over sooner is a burst and not an overload: everybody is served. */
const LASTING_MS = 100;

/** So long after the last refusal it is over; meanwhile no burst is forgiven. */
export const OVER_MS = 5_000;

/** The calls under way in this process, and who of the next ones has to give way. */
export interface Places {
  /** Does the work of a call; undefined: it gives way, and nothing was done. */
  run<T>(of: CallClass, work: () => Promise<T>): Promise<T> | undefined;
  /** The classes that are refused right now. */
  givingWay(): readonly CallClass[];
  /** How many use this process or its database. */
  readonly taken: number;
}

interface Settings {
  /** How many calls are served at the same time before the first class gives way. */
  readonly atOnce: number;
  readonly log: Log;
  /** Milliseconds. */
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

  function take(): Place & { leave(): void } {
    let inside = true;
    let left = false;
    count(1);
    return {
      aside: async (work) => {
        // Of two that wait at the same time the first one has given the place up.
        if (!inside || left) return work();
        inside = false;
        count(-1);
        try {
          return await work();
        } finally {
          inside = true;
          // Work that nobody waited for ends after its call.
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
