/** Takes the next part of a text; the next one is made when this one is written. */
export type Write = (text: string) => Promise<void>;

/**
 * An answer that is too long to be made in memory: its JSON is written part by part, without the brace that begins it
 * and the one that ends it. `write` may be begun anew if it fails: what was written before is dropped by `restart`.
 */
export class LongAnswer {
  readonly write: (write: Write, restart: () => Promise<void>) => Promise<void>;

  constructor(write: LongAnswer['write']) {
    this.write = write;
  }
}
