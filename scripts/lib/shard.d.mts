export interface Shard {
  readonly index: number;
  readonly count: number;
}

export const undivided: readonly string[];
export function readShard(args: readonly string[]): Shard;
export function takes(shard: Shard, name: string): boolean;
export function shardOptions(shard: Shard): string[];
