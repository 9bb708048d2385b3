export function build(options?: {
  readonly log?: string;
  readonly force?: boolean;
}): Promise<number>;

export function contentHash(): string;

export function isWhole(directory: string): boolean;
