/** A person or address to screen. */
export type Screened =
  | {
      readonly kind: 'person';
      /** Our id of a customer; empty for anybody else. */
      readonly id: string;
      readonly name: string;
      /** `YYYY-MM-DD`, or empty. */
      readonly born: string;
      /** The code of the country, or empty. */
      readonly country: string;
    }
  | { readonly kind: 'address'; readonly address: string; readonly currency: string };

export interface ScreeningQuestion {
  /** Identifies the question; an answer with another reference is ignored. */
  readonly reference: string;
  readonly who: readonly Screened[];
}

export interface ScreeningAnswer {
  /** For each of `who`, in order, the provider's ids of the entries that match it; empty: clear. */
  readonly matched: readonly (readonly string[])[];
  /**
   * The ids that such an entry had before its provider merged it with others, by its present one: officers may have decided
   * about it under one of those (HARD-98).
   */
  readonly formerly?: FormerIds;
}

export type FormerIds = Readonly<Record<string, readonly string[]>>;

/** The provider of sanctions screening. Undefined: no answer. */
export interface Screening {
  screen(question: ScreeningQuestion): Promise<ScreeningAnswer | undefined>;
  /** Asks about several at once, in one request, and has an answer for each, in order, or none of it. */
  screenAll(
    questions: readonly ScreeningQuestion[],
  ): Promise<readonly (ScreeningAnswer | undefined)[] | undefined>;
  /** The most who may be asked about in one request. */
  readonly most: number;
  /** The version of its lists. */
  version(): Promise<string | undefined>;
}
