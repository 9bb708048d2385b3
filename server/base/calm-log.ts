import type { Log, LogFields } from './log.ts';

/** A failure that was not seen for this long is over. */
const OVER_MS = 60_000;
/** A lasting failure is logged again after this long, with the number of times. */
const AGAIN_MS = 10 * 60_000;
const LOOK_MS = 5_000;
/** The most kinds of failure that are counted separately, so that strangers cannot exhaust memory. */
const MOST_KINDS = 200;

/** Fields that differ between two failures of the same kind. */
const VARYING: ReadonlySet<string> = new Set(['path', 'attempts']);

interface Kind {
  readonly event: string;
  readonly code: string | undefined;
  readonly since: number;
  last: number;
  told: number;
  times: number;
  timesTold: number;
}

/** Errors of a connection while the database is away, whatever the query was. */
const AWAY =
  /^(ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|57P0|08|53|25006)/;
const CONNECTION = /does not answer|timeout|Connection terminated|not queryable/;

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;

/** The code of an error, or of its cause. */
function deepCodeOf(cause: unknown): string | undefined {
  return codeOf(cause) ?? (cause instanceof Error ? codeOf(cause.cause) : undefined);
}

function kindOf(event: string, fields: LogFields, cause: unknown): string {
  const code = deepCodeOf(cause);
  if (code && AWAY.test(code)) return `away ${code}`;
  if (cause instanceof Error && CONNECTION.test(cause.message)) return `away ${cause.message}`;
  const own = Object.entries(fields).filter(([name]) => !VARYING.has(name));
  const frame =
    cause instanceof Error ? cause.stack?.split('\n').find((line) => /^ {4}at /.test(line)) : '';
  return JSON.stringify([event, own, code, frame]);
}

/**
 * A log that writes a repeated failure once, again every ten minutes with the number of times, and once more
 * when it is over (OPS-08). Request lines are not changed: they show which requests failed. A line without a
 * cause is always written.
 */
export function calmLog(log: Log, now: () => number = Date.now): Log & { stop(): void } {
  const kinds = new Map<string, Kind>();
  const look = (): void => {
    const at = now();
    for (const [key, kind] of kinds) {
      const { event, code, since, last, times } = kind;
      if (at - last >= OVER_MS) {
        kinds.delete(key);
        if (times > 1) {
          log.info('failure over', { of: event, code, times, seconds: (last - since) / 1000 });
        }
      } else if (times > kind.timesTold && at - kind.told >= AGAIN_MS) {
        log.error('failure goes on', { of: event, code, times, seconds: (at - since) / 1000 });
        kind.told = at;
        kind.timesTold = times;
      }
    }
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    info: log.info,
    warn: log.warn,
    error: (event, fields = {}, cause = undefined) => {
      if (cause === undefined) return log.error(event, fields);
      const at = now();
      const key = kindOf(event, fields, cause);
      const known = kinds.get(key);
      if (known) {
        known.last = at;
        known.times += 1;
        return;
      }
      if (kinds.size >= MOST_KINDS) return;
      const code = deepCodeOf(cause);
      kinds.set(key, { event, code, since: at, last: at, told: at, times: 1, timesTold: 1 });
      log.error(event, fields, cause);
    },
    stop: () => clearInterval(timer),
  };
}
