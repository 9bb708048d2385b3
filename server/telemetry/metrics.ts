import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { endpoints } from '#core/contract/endpoints.ts';
import { partyNames } from '#server/adapters/party/party-checks.ts';
import { results, tallyOf } from '#server/adapters/party/party-told.ts';
import type { Answered } from '#server/middleware/request-log.ts';
import { gaugesOf, type Measured } from './gauges.ts';

/** The label of a request that was no call of the contract: a path is never a label. */
const NO_CALL = 'none';

/** In seconds: a swap must be quick, and hashing a password takes a few tenths. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface Metrics {
  readonly contentType: string;
  readonly onAnswered: (answered: Answered) => void;
  /** All metrics in Prometheus' format. */
  text(): Promise<string>;
}

/** Counts answered requests. */
function requestMetrics(registers: Registry[]): Metrics['onAnswered'] {
  const calls = new Counter({
    name: 'kopa_calls_total',
    help: 'Answers by call and by the code of their refusal (OK, or for other requests a class)',
    labelNames: ['call', 'code'],
    registers,
  });
  const seconds = new Histogram({
    name: 'kopa_call_duration_seconds',
    help: 'How long answers took',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers,
  });
  const wrongCodes = new Counter({
    name: 'kopa_wrong_codes_total',
    help: 'Answers that refused a mailed code or one of an authenticator',
    labelNames: ['call'],
    registers,
  });
  // All labels exist from the start, because a rate needs an initial value.
  for (const call of [...Object.keys(endpoints), NO_CALL]) {
    calls.inc({ call, code: 'OK' }, 0);
    calls.inc({ call, code: 'UNAVAILABLE' }, 0);
    wrongCodes.inc({ call }, 0);
  }
  const codeOf = ({ code, status }: Answered): string => {
    if (code !== undefined) return code;
    if (status < 400) return 'OK';
    return status < 500 ? 'NOT_SERVED' : 'UNAVAILABLE';
  };
  return (answered) => {
    const call = answered.call ?? NO_CALL;
    calls.inc({ call, code: codeOf(answered) });
    seconds.observe({ call }, answered.seconds);
    if (answered.code === 'INVALID_CODE') wrongCodes.inc({ call });
  };
}

/** What this process's questions to parties came to (READ-15); all labels exist from the start. */
function partyMetrics(registers: Registry[]): void {
  new Counter({
    name: 'kopa_party_questions_total',
    help: 'Questions to parties by what they came to: told, or why there was no answer',
    labelNames: ['party', 'result'],
    registers,
    collect() {
      this.reset();
      for (const party of partyNames) {
        const { counts } = tallyOf(party);
        for (const result of results) this.inc({ party, result }, counts[result]);
      }
    },
  });
}

/** All metrics of a server (OPS-07). Those that are not counted per request are read on demand. */
export function createMetrics(measured: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const onAnswered = requestMetrics([registry]);
  partyMetrics([registry]);
  const readers = gaugesOf(registry, measured);
  return {
    contentType: registry.contentType,
    onAnswered,
    text: async () => {
      await Promise.all(readers.map((read) => read()));
      return registry.metrics();
    },
  };
}
