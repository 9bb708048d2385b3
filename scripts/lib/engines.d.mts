export interface WebKit {
  readonly driver: string;
  /** Undefined on a Mac, where the driver starts Safari. */
  readonly browser?: string;
  readonly screen?: string;
}
export function findFirefox(): string | undefined;
export function findWebKit(): WebKit | undefined;
