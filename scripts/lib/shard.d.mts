export interface Shard {
  readonly index: number;
  readonly count: number;
}

export const undivided: readonly string[];
export interface Options {
  readonly whole: boolean;
  readonly shard: Shard;
  /** Only what changes since this commit can reach. */
  readonly changed?: string;
}

export function readOptions(args: readonly string[]): Options;
export function takes(shard: Shard, name: string): boolean;
export function shardOptions(shard: Shard): string[];
