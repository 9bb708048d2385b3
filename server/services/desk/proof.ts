import { createHash } from 'node:crypto';

/** The log is kept for good and the words about a customer are not: it has what proves them. */
export const proofOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');
