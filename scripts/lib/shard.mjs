/** Steps that no runner divides: each part of a build farm's run takes its share of them, in this order. */
export const undivided = ['check', 'commands', 'Lighthouse', 'views'];

const undividedRun = { index: 1, count: 1 };

/**
 * Reads the arguments: none for the quick run, `--whole` for every test, and after either `--shard 2/4` or
 * `--shard=2/4` for one part of it; or `--changed main` for the part of the quick run that the changes since then can
 * reach, `--changed` for those that are not committed. Throws at anything else.
 */
export function readOptions(args) {
  const whole = args[0] === '--whole';
  const rest = whole ? args.slice(1) : args;
  if (rest.length === 0) return { whole, shard: undividedRun };
  const [, ref] = /^--changed(?:[ =]([^-\s]\S*))?$/.exec(rest.join(' ')) ?? [undefined, ''];
  if (!whole && ref !== '') return { whole, shard: undividedRun, changed: ref ?? 'HEAD' };
  const [, index, count] = /^--shard[ =]([1-9]\d*)\/([1-9]\d*)$/.exec(rest.join(' ')) ?? [];
  if (!index || Number(index) > Number(count)) {
    const options = whole
      ? 'the only option is --shard 1/4, as in npm run test:whole -- --shard 1/4.'
      : 'the only options are --shard 1/4 and --changed main, as in npm test -- --shard 1/4.';
    throw new Error(`${rest.join(' ')} is not understood: ${options}`);
  }
  return { whole, shard: { index: Number(index), count: Number(count) } };
}

/** Whether this part of the run does the named undivided step. */
export const takes = ({ index, count }, name) => undivided.indexOf(name) % count === index - 1;

/** The option that makes vitest and Playwright run only this part of their tests. */
export const shardOptions = ({ index, count }) =>
  count === 1 ? [] : [`--shard=${index}/${count}`];
