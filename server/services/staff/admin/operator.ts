import { userInfo } from 'node:os';
import { oneLine } from '#core/text/one-line.ts';
import type { Operator } from './administrators.ts';

/**
 * Whoever runs the command: by the name that they give in `OPERATOR_NAME`, because everybody is the same user in a
 * container, or as the machine names them.
 */
export function operatorHere(): Operator {
  const given = oneLine(process.env.OPERATOR_NAME ?? '').slice(0, 60);
  if (given !== '') return { actor: `operator ${given}` };
  try {
    return { actor: `operator ${userInfo().username}` };
  } catch {
    return { actor: `operator ${process.getuid?.() ?? 'unknown'}` };
  }
}
