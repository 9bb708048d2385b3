import { networks } from '#core/networks/networks.ts';
import { segwitAddress } from '#server/adapters/custody/encode.ts';
import { sandboxCustody } from '#server/adapters/custody/sandbox-custody.ts';
import type { Deps } from '#server/deps.ts';
import type { Journal } from '#server/ledger/journal.ts';
import { postJournal } from '#server/ledger/post.ts';
import type { RouteRow } from '#server/services/exchange/offers/payment-routes.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import type { PlannedEvent } from './plan.ts';

/** The demo's fixed rate: AUD per USD, all year. */
export const AUD_PER_USD = '1.61';

/** What writing the demo's events needs. */
export interface SeedScene {
  readonly deps: Deps;
  readonly tx: Tx;
  readonly userId: string;
  readonly routes: readonly RouteRow[];
}

export type EventOf<K extends PlannedEvent['kind']> = Extract<PlannedEvent, { kind: K }>;

/** An external address: well-formed, and nobody has its key. */
export function outsideAddress(networkName: string, index: number): string {
  const network = networks.find((name) => name === networkName) ?? 'Ethereum';
  if (network === 'Bitcoin') return segwitAddress('bc', new Uint8Array(20).fill(index % 256));
  return sandboxCustody().depositAddress(network, 900_000 + index)?.address ?? '';
}

export const routeOf = ({ routes }: SeedScene, currency: string): RouteRow => {
  const route = routes.find((candidate) => candidate.currency === currency);
  if (!route) throw new Error(`no payment route for ${currency}`);
  return route;
};

export async function post({ deps, tx }: SeedScene, journal: Journal): Promise<void> {
  const posted = await postJournal(tx, deps.clock, journal);
  if (posted.kind !== 'posted') throw new Error(`the demo's ${journal.kind} was ${posted.kind}`);
}
