/** What goes between the page of cash out and the address book, where a missing account is added. */

/** The navigation state that opens the form of a new account, and leads back to the cash out once it is saved. */
export const addsForPayout = { adds: 'fiat', payout: true } as const;

/** Whether a cash out waits for an account. */
export const payoutWaits = (state: unknown): boolean => Object(state).payout === true;

/** The navigation state that opens the cash out with an account chosen. */
export const payoutEntry = (id: string | undefined) => (id === undefined ? {} : { payoutTo: id });

/** The account that was added for this cash out. */
export function payoutAccountIn(state: unknown): string | undefined {
  const { payoutTo } = Object(state);
  return typeof payoutTo === 'string' ? payoutTo : undefined;
}
