import * as v from 'valibot';
import type { Device } from '#tests/simulation/device/device.ts';
import type { Received } from '#tests/simulation/world/network.ts';
import type { World } from '#tests/simulation/world/world.ts';
import { openBody } from './told.ts';

/** A session as the device keeps it, while somebody is signed in. */
const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ token: v.pipe(v.string(), v.minLength(1)) }),
);

interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** An answer to one customer's page names no other customer. */
export function checkAnswer(
  world: World,
  customers: readonly Person[],
  userId: string | undefined,
  received: Received,
): void {
  const text = JSON.stringify(openBody(received.body) ?? {});
  const named = customers.filter(({ id, email }) => text.includes(id) || text.includes(email));
  const [other] = named.filter(({ id }) => id !== userId);
  // Somebody who is just signing in is told who they are.
  if (!other || text.includes('refreshToken')) return;
  world.violated('no customer is told of another', `${userId} of ${other.name}`);
}

/** Nothing readable of a customer is on a device where nobody is signed in any more. */
export function checkLeft(world: World, customers: readonly Person[], device: Device): void {
  const entries = [...device.storage.entries];
  const session = v.safeParse(stored, device.storage.entries.get('auth-storage'));
  if (session.success || device.tabs.some(({ app }) => app.isSignedIn())) return;
  for (const { id, email, name } of customers) {
    const left = entries.find(
      ([key, value]) =>
        value.includes(email) || (value.includes(id) && !key.startsWith('kopa-intent-')),
    );
    if (left) world.violated('nothing is left after signing out', `${left[0]} of ${name}`);
  }
}
