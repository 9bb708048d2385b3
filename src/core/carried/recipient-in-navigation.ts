/**
 * The part of the navigation state that names a saved recipient by id; the address itself stays in the
 * address book.
 */
export const recipientEntry = (addressId: string | undefined) => ({ recipient: addressId });

export function recipientOf(state: unknown): string | undefined {
  const { recipient } = Object(state);
  return typeof recipient === 'string' ? recipient : undefined;
}
