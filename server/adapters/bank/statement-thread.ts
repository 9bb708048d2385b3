import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { readCamt053, type StatementEntry, type StatementReading } from './camt053.ts';

/** So many entries are handed over at once, so that taking them over is short however long the statement is. */
const AT_ONCE = 200;

/** What is handed over: first the statements without their entries, then these, statement by statement. */
export type Handed =
  | { readonly kind: 'read'; readonly reading: StatementReading }
  | { readonly kind: 'entries'; readonly of: number; readonly entries: readonly StatementEntry[] }
  | { readonly kind: 'end' };

const asked = v.object({ bytes: v.instance(Uint8Array), day: v.string() });

/** The parts in their order. */
function* partsOf(reading: StatementReading): Generator<Handed> {
  if (!reading.ok) {
    yield { kind: 'read', reading };
    return;
  }
  const { statements } = reading;
  const heads = statements.map((one) => ({ ...one, entries: [] }));
  yield { kind: 'read', reading: { ok: true, statements: heads } };
  for (const [of, { entries }] of statements.entries()) {
    for (let from = 0; from < entries.length; from += AT_ONCE) {
      yield { kind: 'entries', of, entries: entries.slice(from, from + AT_ONCE) };
    }
  }
}

const port = parentPort;
if (port) {
  const { bytes, day } = v.parse(asked, workerData);
  const parts = partsOf(readCamt053(new TextDecoder().decode(bytes), day));
  // The other side asks for each part, so that it never has more than one to take over.
  port.on('message', () => {
    const { value } = parts.next();
    const part: Handed = value ?? { kind: 'end' };
    port.postMessage(part);
    if (part.kind === 'end') port.close();
  });
}
