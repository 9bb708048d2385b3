import { API_BASE } from '#core/contract/endpoint.ts';
import { getNewToken } from '#core/contract/session.ts';
import type { Sent } from '#tests/simulation/world/network.ts';
import type { World } from '#tests/simulation/world/world.ts';
import { openBody } from './told.ts';

const path = API_BASE + getNewToken.path;

/** Tabs of a device never ask for a new token at the same time. */
export class Refreshes {
  readonly #underWay = new Map<Sent, string>();

  sent(world: World, sent: Sent): void {
    if (sent.path !== path) return;
    const token = String(openBody(sent.body)?.refreshToken);
    if ([...this.#underWay.values()].includes(token)) {
      world.violated('one tab refreshes a token at a time', `session ${token.slice(0, 6)}…`);
    }
    this.#underWay.set(sent, token);
  }

  over(sent: Sent): void {
    this.#underWay.delete(sent);
  }
}
