/** Steps that one machine of a build farm does alone, spread over the machines in this order. */
export const undivided = ['check', 'commands', 'Lighthouse'];

/**
 * Reads which part of the command is asked for: `--shard 2/4` or `--shard=2/4`; all of it without. Throws
 * at anything else.
 */
export function readShard(args) {
  if (args.length === 0) return { index: 1, count: 1 };
  const [, index, count] = /^--shard[ =]([1-9]\d*)\/([1-9]\d*)$/.exec(args.join(' ')) ?? [];
  if (!index || Number(index) > Number(count)) {
    throw new Error(`${args.join(' ')} is not understood: the only option is --shard 1/4.`);
  }
  return { index: Number(index), count: Number(count) };
}

/** Whether this part does that undivided step. */
export const takes = ({ index, count }, name) => undivided.indexOf(name) % count === index - 1;

/** What tells vitest and Playwright to run this part of their tests only. */
export const shardOptions = ({ index, count }) =>
  count === 1 ? [] : [`--shard=${index}/${count}`];
