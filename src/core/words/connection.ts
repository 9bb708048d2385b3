/** What cannot be done offline. */

export const NEEDS_CONNECTION = 'This needs a connection.';
export const NEEDS_CONNECTION_KEPT = 'This needs a connection. What you typed stays here.';
