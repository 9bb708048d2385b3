import type { Log, LogFields } from '#server/log.ts';

/** What the last look found. */
interface Looked {
  readonly wrong: boolean;
  /** When it was, in milliseconds since 1970. */
  readonly at: number;
}

/** Tells of what is wrong for a while: once when it begins, and once when it is over. */
export interface Conditions {
  /** What was looked at so far, by name. */
  readonly looked: ReadonlyMap<string, Looked>;
  /** `wrong`: what an operator should know of it; undefined: it is as it should be. */
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
