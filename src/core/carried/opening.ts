/** What a page opens at once when a command leads to it, carried in the navigation state. */
export type Opening = 'freeze' | 'export' | 'alerts';

export const opening = (opens: Opening): { readonly opens: Opening } => ({ opens });

/** Whether a navigation state asks for this. */
export const opensAt = (state: unknown, what: Opening): boolean =>
  typeof state === 'object' && state !== null && 'opens' in state && state.opens === what;
