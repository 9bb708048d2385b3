import type { Log, LogFields } from '#server/base/log.ts';

/** The result of the last check. */
interface Looked {
  readonly wrong: boolean;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** Reports lasting problems: once when one begins, and once when it is over. */
export interface Conditions {
  /** The checks so far, by name. */
  readonly looked: ReadonlyMap<string, Looked>;
  /** `wrong`: the problem for the operator; undefined: no problem. */
  tell(name: string, wrong: LogFields | undefined): void;
}

export function conditions(log: Log, now: () => number = Date.now): Conditions {
  const since = new Map<string, number>();
  const looked = new Map<string, Looked>();
  return {
    looked,
    tell(name, wrong) {
      looked.set(name, { wrong: wrong !== undefined, at: now() });
      const began = since.get(name);
      if (wrong && began === undefined) {
        since.set(name, now());
        log.error(name, wrong);
      } else if (!wrong && began !== undefined) {
        since.delete(name);
        log.info(`over: ${name}`, { seconds: Math.round((now() - began) / 1000) });
      }
    },
  };
}
