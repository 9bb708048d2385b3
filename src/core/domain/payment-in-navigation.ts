/** The part of the navigation state with a payment link, or an address, that was opened from outside. */
export const paymentEntry = (text: string | undefined) => ({ payment: text });

export function paymentOf(state: unknown): string | undefined {
  const { payment } = Object(state);
  return typeof payment === 'string' ? payment : undefined;
}
