import { proxy } from 'valtio/vanilla';
import type { UnseenPurchase } from '#core/contract/purchases.ts';
import type { Outcome } from '#core/failure.ts';

export interface NewsDeps {
  userId(): string | undefined;
  purchases(): Promise<
    Outcome<{ readonly payment_test_env: boolean; readonly purchases: readonly UnseenPurchase[] }>
  >;
  /** Asks what became of writes whose answers were lost; their intents are closed by it. */
  settleIntents(): Promise<void>;
  /** Has the server ask the provider about an open purchase; undefined where nobody can say. */
  record(purchase: UnseenPurchase): Promise<UnseenPurchase['status'] | undefined>;
  see(id: string): Promise<void>;
}

export interface NewsState {
  owner: string | undefined;
  items: readonly UnseenPurchase[];
  checking: boolean;
}

export const isOpen = ({ status }: Pick<UnseenPurchase, 'status'>): boolean =>
  status === 'pending' || status === 'unknown';

/** Purchases whose end the customer has not seen, whatever tab or device began them (BEY-17). */
export function createNews(deps: NewsDeps) {
  const state = proxy<NewsState>({ owner: undefined, items: [], checking: false });
  let testForm: boolean | undefined;
  /** Seen here, though the server may not have heard of it yet. */
  const seen = new Set<string>();
  const unseen = (purchases: readonly UnseenPurchase[]) =>
    purchases.filter(({ transaction_id }) => !seen.has(transaction_id));

  async function list(): Promise<readonly UnseenPurchase[] | undefined> {
    const owner = deps.userId();
    const outcome = await deps.purchases();
    if (!outcome.ok || owner === undefined || owner !== deps.userId()) return undefined;
    testForm = outcome.value.payment_test_env;
    state.owner = owner;
    return unseen(outcome.value.purchases);
  }

  async function settled(purchase: UnseenPurchase): Promise<UnseenPurchase> {
    if (!isOpen(purchase)) return purchase;
    const status = await deps.record(purchase);
    return {
      ...purchase,
      status: status === undefined || status === 'unknown' ? 'pending' : status,
    };
  }

  return {
    state,

    /** Looks for news; what is open is asked about. A purchase under way here is none. */
    async load(): Promise<void> {
      if (state.checking) return;
      state.checking = true;
      try {
        let before: NewsState['items'];
        let items: NewsState['items'] | undefined;
        do {
          before = state.items;
          await deps.settleIntents();
          const found = await list();
          items = found && (await Promise.all(found.map(settled)));
          // Something was left open or put away meanwhile, or another customer came, who was told to wait
          // for this: the answer does not have it.
        } while (state.items !== before);
        if (items) state.items = items;
      } finally {
        state.checking = false;
      }
    },

    async testForm(): Promise<boolean | undefined> {
      if (testForm === undefined) await list();
      return testForm;
    },

    dismiss(id: string): void {
      seen.add(id);
      state.items = unseen(state.items);
      void deps.see(id);
    },

    forget(): void {
      state.items = [];
      state.owner = undefined;
    },
  };
}
