import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { type ApiClient, newKey } from '#tests/support/api-client.ts';
import { BTC_TO_USDC } from './real-prices.ts';
import type { Customer, Work } from './recorded.ts';

async function quote(api: ApiClient, { credential }: Customer): Promise<string> {
  const { data } = await api.must(swapCrypto, BTC_TO_USDC, { credential });
  return data.conversion_quote_id;
}

/** The calls of the mix, by kind. */
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

/** The number of calls of each kind in a hundred calls of the mix. */
export const MIX: Readonly<Record<Kind, number>> = { wallet: 50, history: 20, quote: 20, swap: 10 };
export const kinds = Object.keys(MIX) as Kind[];

/** A hundred calls of the mix in a fixed order, in which each kind is spread evenly. */
const inTurn: readonly Kind[] = Array.from({ length: 100 }, (_, at) => {
  const places = kinds.flatMap((kind) =>
    Array.from({ length: MIX[kind] }, (_, i) => ({ kind, place: (i + 0.5) / MIX[kind] })),
  );
  return places.sort((a, b) => a.place - b.place)[at]?.kind ?? 'wallet';
});

/** The kind of the call with this number in the mix. */
export const mixed = (turn: number): Kind => inTurn[turn % inTurn.length] ?? 'wallet';

export interface Measured {
  readonly perSecond: number;
  /** The times of the calls in milliseconds, by kind, in ascending order. */
  readonly times: ReadonlyMap<Kind, readonly number[]>;
}

/**
 * Every client makes one call after the other until the time is over; `next` gives the kind of a client's next call.
 */
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
      // Each client begins at another place of the mix.
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
