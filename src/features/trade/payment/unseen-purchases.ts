import { proxy } from 'valtio/vanilla';
import type { UnseenPurchase } from '#core/contract/money/payment.ts';
import type { Outcome } from '#core/failure.ts';
import type { OpenPayment } from '#features/trade/buy-state.ts';

export interface UnseenDeps {
  purchases(): Promise<
    Outcome<{ readonly payment_test_env: boolean; readonly purchases: readonly UnseenPurchase[] }>
  >;
  /** Asks what became of writes whose answers were lost, and closes their intents. */
  settleIntents(): Promise<void>;
  /** Has the server ask the provider about an open purchase; undefined if there was no answer. */
  record(purchase: UnseenPurchase): Promise<UnseenPurchase['status'] | undefined>;
  see(id: string): Promise<void>;
  /** Keeps on the device whether a payment may still be charged, so that the next page leaves room for it. */
  remember(open: boolean): void;
}

export interface UnseenState {
  items: readonly UnseenPurchase[];
  checking: boolean;
  /** The purchase that the buy page itself shows. */
  onPage: string | undefined;
  /** Ids of purchases that the customer hid while they were open. */
  hidden: readonly string[];
}

export const isOpen = ({ status }: Pick<UnseenPurchase, 'status'>): boolean =>
  status === 'pending' || status === 'unknown';

/** The purchases to show on this page now. A hidden purchase is shown again once it has ended. */
export const shownOf = ({
  items,
  onPage,
  hidden,
}: Pick<UnseenState, 'items' | 'onPage' | 'hidden'>): readonly UnseenPurchase[] =>
  items.filter(
    (one) => one.transaction_id !== onPage && !(isOpen(one) && hidden.includes(one.transaction_id)),
  );

const nothing = (): UnseenState => ({
  items: [],
  checking: false,
  onPage: undefined,
  hidden: [],
});

/** Purchases whose end the customer has not seen, whatever tab or device began them (BEY-17). */
export function createUnseenPurchases(deps: UnseenDeps) {
  const state = proxy<UnseenState>(nothing());
  let testForm: boolean | undefined;
  /** Seen on this page; the server may not know it yet. */
  const seen = new Set<string>();
  const unseen = (purchases: readonly UnseenPurchase[]) =>
    purchases.filter(({ transaction_id }) => !seen.has(transaction_id));

  async function list(): Promise<readonly UnseenPurchase[] | undefined> {
    const outcome = await deps.purchases();
    if (!outcome.ok) return undefined;
    testForm = outcome.value.payment_test_env;
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

    /**
     * Reads the list, and asks how each open purchase ended. Calls at the same time share one
     * reading.
     */
    async load(): Promise<void> {
      if (state.checking) return;
      state.checking = true;
      try {
        let before: UnseenState['items'];
        let items: UnseenState['items'] | undefined;
        do {
          before = state.items;
          await deps.settleIntents();
          const found = await list();
          items = found && (await Promise.all(found.map(settled)));
          // The list changed while it was read: it is read again.
        } while (state.items !== before);
        if (items) {
          state.items = items;
          deps.remember(items.some(isOpen));
        }
      } finally {
        state.checking = false;
      }
    },

    async testForm(): Promise<boolean | undefined> {
      if (testForm === undefined) await list();
      return testForm;
    },

    /**
     * Whether nothing can be paid any more: it was paid or cancelled, or was seen to its end elsewhere. After a
     * declined card another one may work on the same payment page.
     */
    async ended(id: string): Promise<boolean | undefined> {
      const found = await list();
      const one = found?.find(({ transaction_id }) => transaction_id === id);
      const isOver = !one || one.status === 'success' || one.status === 'cancelled' || !!one.refund;
      return found && isOver;
    },

    /** Adds a purchase that the buy page was left with before it was settled. */
    add(purchase: UnseenPurchase): void {
      const { transaction_id: id } = purchase;
      state.items = [purchase, ...state.items.filter((one) => one.transaction_id !== id)];
      if (isOpen(purchase)) deps.remember(true);
    },

    /** Payments that may still be charged, of other tabs and devices too. */
    openPayments: (): readonly OpenPayment[] =>
      state.items
        .filter(isOpen)
        .map(({ transaction_id: id, amount: total, currency }) => ({ id, total, currency })),

    /** The buy page shows this purchase itself; undefined when it shows none. */
    showOnPage(id: string | undefined): void {
      state.onPage = id;
      if (id !== undefined) deps.remember(true);
    },

    /** Hides an open purchase until it has ended, or until the next visit. */
    hide(id: string): void {
      state.hidden = [...state.hidden, id];
    },

    /** The customer has seen how a purchase ended. */
    dismiss(id: string): void {
      seen.add(id);
      state.items = unseen(state.items);
      void deps.see(id);
    },

    forget(): void {
      Object.assign(state, nothing());
      testForm = undefined;
      seen.clear();
    },
  };
}
