import { signal } from '@preact/signals-react';
import type { UnseenPurchase } from '#core/contract/purchases.ts';
import { isOpen } from './news.ts';

/** The purchase that the page itself shows: it is left out of the news meanwhile. */
export const toldElsewhere = signal<string | undefined>();

/** Purchases that the customer dismissed while they were open. Their outcome is still shown. */
const putAway = signal<ReadonlySet<string>>(new Set());

/** Dismisses an open purchase, until its outcome is known or until the next visit. */
export const putOff = (id: string): void => {
  putAway.value = new Set([...putAway.peek(), id]);
};

/** The unseen purchases to show on this page now. */
export const toldOf = (items: readonly UnseenPurchase[]): readonly UnseenPurchase[] =>
  items.filter(
    (one) =>
      one.transaction_id !== toldElsewhere.value &&
      !(isOpen(one) && putAway.value.has(one.transaction_id)),
  );
