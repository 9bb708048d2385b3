import type { Geolocation } from '#core/domain/region.ts';

/** What is known of the visitor: their address and what the edge or the page said. */
export interface Visitor {
  /** Empty where it is not known. */
  readonly ip: string;
  readonly header: (name: string) => string | undefined;
  readonly query: (name: string) => string | undefined;
  readonly cookie: (name: string) => string | undefined;
}

/** The party that says where a visitor is. Fields it does not know are empty strings. */
export interface Locator {
  locate(visitor: Visitor): Geolocation;
}

/** The same as the server asks it: in the sandbox the answer may be slow. */
export interface AskedLocator {
  locate(visitor: Visitor): Promise<Geolocation>;
}
