import { userInfo } from 'node:os';
import type { Operator } from './administrators.ts';

/** Whoever runs the command, as the machine names them; a container may have no name for them. */
export function operatorHere(): Operator {
  try {
    return { actor: `operator ${userInfo().username}` };
  } catch {
    return { actor: `operator ${process.getuid?.() ?? 'unknown'}` };
  }
}
