/** Steps that no runner divides: each part of a build farm's run takes its share of them, in this order. */
export const undivided = ['check', 'commands', 'Lighthouse'];

/**
 * Reads the arguments: none for the quick run, `--whole` for every test, and after either `--shard 2/4` or
 * `--shard=2/4` for one part of it. Throws at anything else.
 */
export function readOptions(args) {
  const whole = args[0] === '--whole';
  const rest = whole ? args.slice(1) : args;
  if (rest.length === 0) return { whole, shard: { index: 1, count: 1 } };
  const [, index, count] = /^--shard[ =]([1-9]\d*)\/([1-9]\d*)$/.exec(rest.join(' ')) ?? [];
  if (!index || Number(index) > Number(count)) {
    throw new Error(
      `${rest.join(' ')} is not understood: the only option is --shard 1/4, as in npm ${whole ? 'run test:whole' : 'test'} -- --shard 1/4.`,
    );
  }
  return { whole, shard: { index: Number(index), count: Number(count) } };
}

/** Whether this part of the run does the named undivided step. */
export const takes = ({ index, count }, name) => undivided.indexOf(name) % count === index - 1;

/** The option that makes vitest and Playwright run only this part of their tests. */
export const shardOptions = ({ index, count }) =>
  count === 1 ? [] : [`--shard=${index}/${count}`];
