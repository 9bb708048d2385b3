/** The part of the navigation state with a payment link or address that was opened from outside the app. */
export const paymentEntry = (text: string | undefined) => ({ payment: text });

export function paymentOf(state: unknown): string | undefined {
  const { payment } = Object(state);
  return typeof payment === 'string' ? payment : undefined;
}
