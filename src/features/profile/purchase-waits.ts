/** A purchase sent the customer here to say where they live (BUY-03). */
export const purchaseWaits = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'purchaseWaits' in state;
