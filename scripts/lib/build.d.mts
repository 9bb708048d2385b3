export function build(options?: {
  readonly log?: string;
  readonly force?: boolean;
}): Promise<number>;
