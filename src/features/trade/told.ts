import { signal } from '@preact/signals-react';
import type { UnseenPurchase } from '#core/contract/purchases.ts';
import { isOpen } from './news.ts';

/** The purchase that the page itself is telling about: no news tells of it meanwhile. */
export const toldElsewhere = signal<string | undefined>();

/** Put away while they are open: their end is still news. */
const putAway = signal<ReadonlySet<string>>(new Set());

/** Puts one away, until its end or the next visit. */
export const putOff = (id: string): void => {
  putAway.value = new Set([...putAway.peek(), id]);
};

/** What of the news is to be told here and now. */
export const toldOf = (items: readonly UnseenPurchase[]): readonly UnseenPurchase[] =>
  items.filter(
    (one) =>
      one.transaction_id !== toldElsewhere.value &&
      !(isOpen(one) && putAway.value.has(one.transaction_id)),
  );
