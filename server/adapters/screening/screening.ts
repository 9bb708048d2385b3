/** Somebody or something that may be on a list. */
export type Screened =
  | {
      readonly kind: 'person';
      /** Our own name for a customer; empty for a stranger. */
      readonly id: string;
      readonly name: string;
      /** As `YYYY-MM-DD`, or empty. */
      readonly born: string;
      /** The code of the country, or empty. */
      readonly country: string;
    }
  | { readonly kind: 'address'; readonly address: string; readonly currency: string };

export interface ScreeningQuestion {
  /** Names what it is about; an answer to another one is none. */
  readonly reference: string;
  readonly who: readonly Screened[];
}

export interface ScreeningAnswer {
  /** The entries that were found, by the party's names for them; none: clear. */
  readonly matched: readonly string[];
}

/** The party that knows who is on sanctions lists. Undefined: no answer. */
export interface Screening {
  screen(question: ScreeningQuestion): Promise<ScreeningAnswer | undefined>;
  /** Which version of the lists it answers from. */
  version(): Promise<string | undefined>;
}
