import { createHash } from 'node:crypto';

/**
 * A hash for the audit log, which is kept for good, while texts about a customer are not: it can prove them.
 */
export const proofOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');
