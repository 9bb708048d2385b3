import { computed, signal } from '@preact/signals-react';
import { useEffect } from 'react';
import type { UnseenPurchase } from '#core/contract/purchases.ts';
import { useSignalValue } from '#ui/use-signal-value.ts';
import { isOpen } from './news.ts';

/** The purchase that the page itself shows: it is left out of the news meanwhile. */
const toldElsewhere = signal<string | undefined>();

/** Purchases that the customer dismissed while they were open. Their outcome is still shown. */
const putAway = signal<ReadonlySet<string>>(new Set());

/** Dismisses an open purchase, until its outcome is known or until the next visit. */
export const putOff = (id: string): void => {
  putAway.value = new Set([...putAway.peek(), id]);
};

/** Leaves a purchase out of the news for as long as the page shows it. */
export function useToldHere(id: string | undefined): void {
  useEffect(() => {
    toldElsewhere.value = id;
    return () => {
      toldElsewhere.value = undefined;
    };
  }, [id]);
}

const toldNow = computed(() => {
  const [elsewhere, away] = [toldElsewhere.value, putAway.value];
  return (items: readonly UnseenPurchase[]): readonly UnseenPurchase[] =>
    items.filter(
      (one) => one.transaction_id !== elsewhere && !(isOpen(one) && away.has(one.transaction_id)),
    );
});

/** The unseen purchases to show on this page now. */
export const toldOf = (items: readonly UnseenPurchase[]): readonly UnseenPurchase[] =>
  toldNow.peek()(items);

/** As `toldOf`; the component is drawn again when the answer changes. */
export const useTold = (items: readonly UnseenPurchase[]): readonly UnseenPurchase[] =>
  useSignalValue(toldNow)(items);
