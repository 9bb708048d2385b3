export interface WebKit {
  readonly driver: string;
  /** On a Mac the driver knows its browser. */
  readonly browser?: string;
  readonly screen?: string;
}
export function findFirefox(): string | undefined;
export function findWebKit(): WebKit | undefined;
