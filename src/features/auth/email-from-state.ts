/** The previous page's navigation state: the address, and whether an account is being created. */
export interface EmailState {
  readonly email: string;
  readonly creating: boolean;
}

export function emailFromState(state: unknown): EmailState | undefined {
  if (typeof state !== 'object' || state === null || !('email' in state)) return undefined;
  return typeof state.email === 'string' && state.email !== ''
    ? { email: state.email, creating: 'creating' in state && state.creating === true }
    : undefined;
}
