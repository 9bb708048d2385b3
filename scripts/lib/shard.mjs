/** Steps that one machine of a build farm does alone, spread over the machines in this order. */
export const undivided = ['check', 'commands', 'Lighthouse'];

/**
 * Reads what is asked for: the quick run, or with `--whole` all of it or one part for a build farm,
 * `--shard 2/4` or `--shard=2/4`. Throws at anything else.
 */
export function readOptions(args) {
  const whole = args[0] === '--whole';
  const rest = whole ? args.slice(1) : args;
  if (rest.length === 0) return { whole, shard: { index: 1, count: 1 } };
  const [, index, count] = /^--shard[ =]([1-9]\d*)\/([1-9]\d*)$/.exec(rest.join(' ')) ?? [];
  if (!whole || !index || Number(index) > Number(count)) {
    throw new Error(
      `${rest.join(' ')} is not understood: the only option is npm run test:whole -- --shard 1/4.`,
    );
  }
  return { whole, shard: { index: Number(index), count: Number(count) } };
}

/** Whether this part does that undivided step. */
export const takes = ({ index, count }, name) => undivided.indexOf(name) % count === index - 1;

/** What tells vitest and Playwright to run this part of their tests only. */
export const shardOptions = ({ index, count }) =>
  count === 1 ? [] : [`--shard=${index}/${count}`];
