import { getTransactionHistory } from '#core/contract/history.ts';
import { confirmSwap, swapCrypto } from '#core/contract/swap.ts';
import { getWalletList } from '#core/contract/wallet.ts';
import { type ApiClient, newKey } from '#tests/support/api-client.ts';
import { BTC_TO_USDC } from './real-prices.ts';
import type { Customer, Work } from './recorded.ts';

async function quote(api: ApiClient, { credential }: Customer): Promise<string> {
  const { data } = await api.must(swapCrypto, BTC_TO_USDC, { credential });
  return data.conversion_quote_id;
}

/** What customers do. */
export const works = {
  wallet: async (api, { credential }) => {
    await api.must(getWalletList, {}, { credential });
  },
  history: async (api, { credential }) => {
    await api.must(getTransactionHistory, { limit: 20 }, { credential });
  },
  quote: async (api, customer) => {
    await quote(api, customer);
  },
  swap: async (api, customer) => {
    const conversionQuoteId = await quote(api, customer);
    await api.must(
      confirmSwap,
      { conversionQuoteId, userId: customer.id },
      { credential: customer.credential, idempotencyKey: newKey() },
    );
  },
} satisfies Readonly<Record<string, Work>>;
export type Kind = keyof typeof works;

/** Of a hundred calls in the mix. */
export const MIX: Readonly<Record<Kind, number>> = { wallet: 50, history: 20, quote: 20, swap: 10 };
export const kinds = Object.keys(MIX) as Kind[];

/** The mix in an order of its own, the same each time: one of each kind after the others, by its part. */
const inTurn: readonly Kind[] = Array.from({ length: 100 }, (_, at) => {
  const places = kinds.flatMap((kind) =>
    Array.from({ length: MIX[kind] }, (_, i) => ({ kind, place: (i + 0.5) / MIX[kind] })),
  );
  return places.sort((a, b) => a.place - b.place)[at]?.kind ?? 'wallet';
});

/** What the mix has at a turn. */
export const mixed = (turn: number): Kind => inTurn[turn % inTurn.length] ?? 'wallet';

export interface Measured {
  readonly perSecond: number;
  /** In milliseconds, by kind, from the shortest to the longest. */
  readonly times: ReadonlyMap<Kind, readonly number[]>;
}

/** Everybody does one after the other until the time is over; what `next` gives is done. */
export async function closedLoop<C>(
  clients: readonly C[],
  seconds: number,
  next: (turn: number) => Kind,
  work: (client: C, kind: Kind) => Promise<void>,
): Promise<Measured> {
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  const started = performance.now();
  const until = started + seconds * 1_000;
  let done = 0;
  await Promise.all(
    clients.map(async (client, at) => {
      // Not all begin with the same kind.
      let turn = at * 7;
      do {
        const kind = next(turn++);
        const began = performance.now();
        await work(client, kind);
        times.get(kind)?.push(performance.now() - began);
        done++;
      } while (performance.now() < until);
    }),
  );
  for (const list of times.values()) list.sort((a, b) => a - b);
  return { perSecond: (done * 1_000) / (performance.now() - started), times };
}
