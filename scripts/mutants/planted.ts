import type { Plugin } from 'vite';
import { MUTANT, mutants } from './by-hand.ts';

/** Changes the mutant's file as it is loaded, and never on the disk. */
export function planted(): Plugin {
  const place = process.env[MUTANT];
  const mutant = place === undefined ? undefined : mutants[Number(place)];
  return {
    name: 'kopa-mutant',
    enforce: 'pre',
    transform(code, id) {
      const [path = ''] = id.split('?');
      if (!mutant || !path.endsWith(`/${mutant.file}`)) return undefined;
      const [before, after, ...others] = code.split(mutant.from);
      if (after === undefined || others.length > 0) throw new Error(`not once in ${mutant.file}`);
      return `${before}${mutant.to}${after}`;
    },
  };
}
