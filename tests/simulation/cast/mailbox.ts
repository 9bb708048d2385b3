import type { Simulation } from './simulation.ts';

const reader = { name: 'who reads mails', alive: true };

/** What a mail has that goes on only with it. */
const keys = {
  password: /Your code is (\d+)\.\s+It changes your password/,
  device: /Your code is (\d+)\.\s+It signs you in/,
  recovery: /Open this link to go on:\s+\S+#link=([\w-]+)/,
} as const;

const LOOKS = 20;
const LOOK_EVERY_MS = 3_000;

const newest = ({ mail }: Simulation, email: string, what: keyof typeof keys): string | undefined =>
  [...mail.delivered.values()].reduce<string | undefined>(
    (found, { to, text }) => (to === email && keys[what].exec(text)?.[1]) || found,
    undefined,
  );

/**
 * Asks for a mail, and looks for it for a minute: mails take their time. What came before is what there is where no
 * other comes; undefined: nothing ever came.
 */
export async function mailedKey(
  sim: Simulation,
  email: string,
  what: keyof typeof keys,
  ask: () => Promise<boolean>,
): Promise<string | undefined> {
  const before = newest(sim, email, what);
  if (!(await ask())) return undefined;
  for (let looks = 0; looks < LOOKS && newest(sim, email, what) === before; looks++) {
    await sim.world.later(reader, LOOK_EVERY_MS, 'looks for a mail', () => undefined);
  }
  return newest(sim, email, what);
}
