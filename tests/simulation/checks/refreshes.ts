import { getNewToken } from '#core/contract/account/session.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import type { Sent } from '#tests/simulation/world/network.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';
import { openBody } from './told.ts';

const path = API_BASE + getNewToken.path;
const LOCK = 'kopa-refresh';

interface Asked {
  readonly token: string;
  /** Its tab has waited its time for another one, which may be asleep, and waits no longer (READ-02). */
  readonly isImpatient: boolean;
}

/** Tabs of a device never ask for a new token at the same time, but beside one that has waited long enough. */
export class Refreshes {
  readonly #underWay = new Map<Sent, Asked>();
  readonly #impatient = new WeakSet<Actor>();

  gaveUp(tab: Actor, lock: string): void {
    if (lock === LOCK) this.#impatient.add(tab);
  }

  sent(world: World, tab: Actor, sent: Sent): void {
    if (sent.path !== path) return;
    const token = String(openBody(sent.body)?.refreshToken);
    const asked = { token, isImpatient: this.#impatient.delete(tab) };
    const besides = [...this.#underWay.values()].filter((one) => one.token === token);
    if (besides.length > 0 && ![asked, ...besides].some(({ isImpatient }) => isImpatient)) {
      world.violated('one tab refreshes a token at a time', `session ${token.slice(0, 6)}…`);
    }
    this.#underWay.set(sent, asked);
  }

  over(sent: Sent): void {
    this.#underWay.delete(sent);
  }
}
