import type { Asked, Told } from './account-state.ts';
import type { Call } from './check-history.ts';

interface Noted {
  readonly call: Pick<Call, 'client' | 'asked' | 'began'>;
  told: Told;
  ended?: number;
  /** No answer will come any more. */
  lost?: boolean;
}

/** Writes down what the clients of one account asked and were told, and when. */
export class Recorder {
  readonly #calls: Noted[] = [];
  readonly #waiting: { readonly met: () => boolean; readonly go: () => void }[] = [];

  /** Asks, and notes the answer; what throws is an answer that was lost. */
  async ask(client: string, asked: Asked, send: () => Promise<Told>): Promise<Told> {
    const entry: Noted = {
      call: { client, asked, began: performance.now() },
      told: { kind: 'unknown' },
    };
    this.#calls.push(entry);
    const told = await send().catch((): Told => ({ kind: 'unknown' }));
    entry.lost = told.kind === 'unknown';
    if (!entry.lost) {
      entry.told = told;
      entry.ended = performance.now();
    }
    for (const { met, go } of this.#waiting) if (met()) go();
    return told;
  }

  /** What the server may do by itself, from now on and without a word. */
  allow(asked: Asked): void {
    const call = { client: 'server', asked, began: performance.now() };
    this.#calls.push({ call, told: { kind: 'unknown' } });
  }

  /** So far; a call still under way is one without an answer. */
  get calls(): readonly Call[] {
    return this.#calls.map(({ call, told, ended }) => ({ ...call, told, ended }));
  }

  /** Resolves once so many more calls have been answered, or have lost their answer. */
  more(count: number, what: 'answered' | 'lost'): Promise<void> {
    const now = () => this.#calls.filter(({ lost }) => lost === (what === 'lost')).length;
    const wanted = now() + count;
    const reached = Promise.withResolvers<void>();
    this.#waiting.push({ met: () => now() >= wanted, go: reached.resolve });
    return reached.promise;
  }
}
