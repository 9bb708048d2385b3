import type { Geolocation } from '#core/money/region.ts';

/** The visitor's address and the hints of the CDN and the page. */
export interface Visitor {
  /** Empty if it is not known. */
  readonly ip: string;
  readonly header: (name: string) => string | undefined;
  readonly query: (name: string) => string | undefined;
  readonly cookie: (name: string) => string | undefined;
}

/** The locator of visitors. Unknown fields are empty strings. */
export interface Locator {
  locate(visitor: Visitor): Geolocation;
}

/** The locator as services call it: in the sandbox it may be slow. */
export interface AskedLocator {
  locate(visitor: Visitor): Promise<Geolocation>;
}
