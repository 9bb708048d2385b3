import type { Asked, Told } from './account-state.ts';
import type { Call } from './check-history.ts';

interface Noted {
  readonly call: Pick<Call, 'client' | 'asked' | 'began'>;
  told: Told;
  ended?: number;
  /** The call has ended without an answer. */
  lost?: boolean;
}

/** Records the requests and answers of the clients of one account, with their times. */
export class Recorder {
  readonly #calls: Noted[] = [];
  readonly #waiting: { readonly met: () => boolean; readonly go: () => void }[] = [];

  /** Makes a call and records its answer. If `send` throws, the answer was lost. */
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

  /** Records that the server may do this by itself at any time from now on, or never. */
  allow(asked: Asked): void {
    const call = { client: 'server', asked, began: performance.now() };
    this.#calls.push({ call, told: { kind: 'unknown' } });
  }

  /** The calls up to now. One that is still under way is listed without an answer. */
  get calls(): readonly Call[] {
    return this.#calls.map(({ call, told, ended }) => ({ ...call, told, ended }));
  }

  /** Resolves once `count` further calls have been answered or, with `lost`, have lost their answer. */
  more(count: number, what: 'answered' | 'lost'): Promise<void> {
    const now = () => this.#calls.filter(({ lost }) => lost === (what === 'lost')).length;
    const wanted = now() + count;
    const reached = Promise.withResolvers<void>();
    this.#waiting.push({ met: () => now() >= wanted, go: reached.resolve });
    return reached.promise;
  }
}
