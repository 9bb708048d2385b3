import { type Chance, chanceOf } from './chance.ts';

/** Real waiting happens only here: everything else in a run takes its time from the world. */
const turn = setImmediate;

/** Whatever acts by itself: a server's process, a tab, a party. Once it has died, nothing of it happens. */
export interface Actor {
  readonly name: string;
  alive: boolean;
}

/** What may happen next. */
interface Happening {
  readonly at: number;
  readonly order: number;
  readonly actor: Actor;
  readonly label: string;
  readonly run: () => unknown;
  cancelled: boolean;
}

/** Something that must never be was seen. */
export class Violation extends Error {
  readonly check: string;
  constructor(check: string, detail: string) {
    super(`${check}: ${detail}`);
    this.check = check;
  }
}

interface External {
  readonly settled: Promise<unknown>;
  readonly deliver: () => unknown;
}

/** The label of what goes on as soon as it can. */
export const IMMEDIATE = 'immediate';
/** The label of an interval that is over: what is done then are steps of their own, if anything is. */
export const TICK = 'interval';

export const START = Date.UTC(2026, 0, 5, 9);

/** One virtual clock, one queue of what may happen, chance split by name. */
export class World {
  readonly seed: number;
  /** Milliseconds since 1970: the true time, which is also the database's. */
  now: number;
  steps = 0;
  /** The run is given up at this time: a shorter story fails as early as the whole one, or not at all. */
  endsAt = Number.POSITIVE_INFINITY;
  /** How often each thing happened, for the tables of coverage. */
  readonly counts = new Map<string, number>();
  readonly #queue: Happening[] = [];
  readonly #streams = new Map<string, Chance>();
  readonly #externals: External[] = [];
  readonly #recent: string[] = [];
  #order = 0;
  #digest = 0x811c9dc5;
  #violation: Violation | undefined;

  readonly startedAt: number;

  constructor(seed: number, startedAt = START) {
    this.seed = seed;
    this.startedAt = startedAt;
    this.now = startedAt;
  }

  chance(name: string): Chance {
    const known = this.#streams.get(name) ?? chanceOf(this.seed, name);
    this.#streams.set(name, known);
    return known;
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** What happened last, oldest first. */
  get recent(): readonly string[] {
    return this.#recent;
  }

  /** A number that two runs share only if the same things happened in the same order. */
  get digest(): string {
    return (this.#digest >>> 0).toString(16).padStart(8, '0');
  }

  /** Ends the run at the end of this step. */
  violated(check: string, detail: string): void {
    this.#violation ??= new Violation(check, detail);
  }

  /** Puts something into the queue; the returned function takes it out again. */
  schedule(actor: Actor, delayMs: number, label: string, run: () => unknown): () => void {
    const at = this.now + Math.max(0, delayMs);
    const happening = { at, order: this.#order++, actor, label, run, cancelled: false };
    this.#insert(happening);
    return () => {
      happening.cancelled = true;
    };
  }

  /** A binary heap by time, then by the order of asking. */
  #insert(happening: Happening): void {
    const queue = this.#queue;
    let at = queue.push(happening) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = queue[above];
      if (!parent || !isBefore(happening, parent)) break;
      queue[at] = parent;
      at = above;
    }
    queue[at] = happening;
  }

  #take(): Happening | undefined {
    const queue = this.#queue;
    const first = queue[0];
    const last = queue.pop();
    if (!first || !last || first === last) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [queue[below], queue[below + 1]];
      if (!left) break;
      if (right && isBefore(right, left)) below += 1;
      const child = queue[below];
      if (!child || !isBefore(child, last)) break;
      queue[at] = child;
      at = below;
    }
    queue[at] = last;
    return first;
  }

  /**
   * Waits, in real time, for work that the machine does beside this thread, such as WebCrypto. Results are
   * handed over one by one in the order of asking, whichever was done first.
   */
  external<T>(actor: Actor, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let deliver = (): void => undefined;
      const settled = work.then(
        (value) => {
          deliver = () => resolve(value);
        },
        (error: unknown) => {
          deliver = () => reject(error);
        },
      );
      this.#externals.push({ settled, deliver: () => actor.alive && deliver() });
    });
  }

  /** A promise that somebody's answer, or its failure, ends after a while. */
  later<T>(actor: Actor, delayMs: number, label: string, make: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.schedule(actor, delayMs, label, () => {
        try {
          resolve(make());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Until nothing goes on by itself any more. */
  async #quiet(): Promise<void> {
    await new Promise<void>((done) => turn(done));
    for (let next = this.#externals.shift(); next; next = this.#externals.shift()) {
      await next.settled;
      next.deliver();
      await new Promise<void>((done) => turn(done));
    }
  }

  /** Lets what was just begun from outside come to rest. */
  async settle(): Promise<void> {
    await this.#quiet();
    if (this.#violation) throw this.#violation;
  }

  /** When the next thing happens; undefined: nothing will. */
  get nextAt(): number | undefined {
    while (this.#queue[0] && isOver(this.#queue[0])) this.#take();
    return this.#queue[0]?.at;
  }

  /** Lets the next thing happen, and returns its label; undefined if there is none. */
  async step(): Promise<string | undefined> {
    if (this.nextAt === undefined) return undefined;
    const next = this.#take();
    if (!next) return undefined;
    this.now = Math.max(this.now, next.at);
    if (this.now > this.endsAt) throw new Violation('the time is over', 'nothing was found');
    // What a disk does between asking and answering is too small to be called a step.
    if (next.label !== IMMEDIATE && next.label !== TICK) this.steps += 1;
    const line = `${(this.now - this.startedAt).toFixed(1)} ${next.actor.name}: ${next.label}`;
    this.#note(line);
    await next.run();
    await this.settle();
    return line;
  }

  #note(line: string): void {
    this.#recent.push(line);
    if (this.#recent.length > 400) this.#recent.shift();
    for (let at = 0; at < line.length; at++) {
      this.#digest = Math.imul(this.#digest ^ line.charCodeAt(at), 0x01000193);
    }
  }
}

const isOver = ({ cancelled, actor }: Happening): boolean => cancelled || !actor.alive;

const isBefore = (one: Happening, other: Happening): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);
