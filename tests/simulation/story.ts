import type { Kind } from './cast/initiatives.ts';
import { type Outcome, type Plan, type Programs, run, type Told } from './cast/run.ts';

export interface Story {
  readonly plan: Plan;
  readonly outcome: Outcome;
}

/** A run that fails for the same reason with less. */
async function failsWith(
  check: string,
  plan: Plan,
  programs: Programs,
): Promise<Outcome | undefined> {
  const outcome = await run(plan, programs);
  return outcome.failure?.check === check ? outcome : undefined;
}

/**
 * Takes away from a failed run what it fails without: halves first, then ever smaller parts. Ends when
 * nothing can be left out, or when `isTime` says so.
 */
export async function shorten(
  plan: Plan,
  failed: Outcome,
  programs: Programs,
  isTime: () => boolean,
): Promise<Story> {
  const check = failed.failure?.check;
  if (check === undefined) return { plan, outcome: failed };
  const among = failed.initiatives;
  const withinMs = failed.world.now - failed.world.startedAt + 60_000;
  const planOf = (which: readonly Told[]): Plan => ({
    ...plan,
    withinMs,
    only: { among, which: new Map(which.map(({ number, kind }) => [number, kind])) },
  });
  let kept = [...failed.story];
  let best: Story = { plan, outcome: failed };
  for (let size = Math.ceil(kept.length / 2); size >= 1 && !isTime(); ) {
    let shorter = false;
    for (let from = 0; from < kept.length && !isTime(); ) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)];
      const outcome = await failsWith(check, planOf(rest), programs);
      if (outcome) {
        kept = rest;
        best = { plan: planOf(rest), outcome };
        shorter = true;
      } else from += size;
    }
    if (size === 1 && !shorter) break;
    if (!shorter || size > kept.length) size = Math.floor(Math.min(size, kept.length + 1) / 2);
  }
  return best;
}

/** As a kind is written in a command. */
export const wordOf = (kind: Kind): string => kind.replaceAll(' ', '-');

/** The one command that shows it again. */
export function commandOf({ seed, steps, only, reach, wanted }: Plan): string {
  const which = only && [...only.which].map(([number, kind]) => `${number}:${wordOf(kind)}`);
  const among = only ? ` --among ${only.among} --only ${which?.join(',') || 'none'}` : '';
  const until = reach ? ' --reach' : '';
  const want = wanted ? ` --wanted ${wanted.map(wordOf).join(',')}` : '';
  return `npm run simulate -- --seed ${seed} --steps ${steps}${until}${want}${among}`;
}
