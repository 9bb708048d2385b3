import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Statement, StatementEntry, StatementReading } from './camt053.ts';
import type { Handed } from './statement-thread.ts';

/** The largest file that is read: a day with many thousands of transfers. */
export const STATEMENT_BYTES = 20_000_000;
/** What the thread may take of memory, in megabytes; one that takes more ends, and nothing else does. */
const MOST_MEMORY = 1024;
/** No file of that size takes as long, on any machine. */
const MOST_MS = 120_000;

const refused = (problem: string): StatementReading => ({ ok: false, problem });

export const tooLarge = refused(`it is larger than ${STATEMENT_BYTES / 1_000_000} MB`);

async function partOf(worker: Worker, signal: AbortSignal): Promise<Handed> {
  const answered = once(worker, 'message', { signal });
  worker.postMessage('next');
  const [part]: readonly Handed[] = await answered;
  if (!part) throw new Error('the thread handed nothing over');
  return part;
}

async function readingOf(worker: Worker, signal: AbortSignal): Promise<StatementReading> {
  const first = await partOf(worker, signal);
  if (first.kind !== 'read' || !first.reading.ok) {
    return first.kind === 'read' ? first.reading : refused('it could not be handed over');
  }
  const heads: readonly Statement[] = first.reading.statements;
  const entries: StatementEntry[][] = heads.map(() => []);
  for (;;) {
    const part = await partOf(worker, signal);
    if (part.kind !== 'entries') break;
    entries[part.of]?.push(...part.entries);
  }
  return { ok: true, statements: heads.map((one, at) => ({ ...one, entries: entries[at] ?? [] })) };
}

/**
 * Reads a bank's file in a thread of its own (HARD-79): customers wait for the event loop of this one, and a file
 * may take seconds. It is handed over without a copy, and what was read comes back in small parts. A file that is
 * too large, or takes the thread's memory or time, is refused.
 */
export async function readStatementAside(
  bytes: Uint8Array<ArrayBuffer>,
  day: string,
): Promise<StatementReading> {
  if (bytes.byteLength > STATEMENT_BYTES) return tooLarge;
  const whole = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
  const worker = new Worker(new URL('./statement-thread.ts', import.meta.url), {
    workerData: { bytes: whole, day },
    transferList: [whole.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
  });
  try {
    return await readingOf(worker, AbortSignal.timeout(MOST_MS));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      return refused('reading it takes more memory than it may');
    }
    if (error instanceof Error && error.name === 'AbortError') {
      return refused('reading it takes longer than it may');
    }
    throw error;
  } finally {
    await worker.terminate();
  }
}
