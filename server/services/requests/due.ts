import { businessDaysAfter, daysAfter, monthAfter } from '#core/domain/business-time.ts';
import type { RequestKind } from '#core/domain/request-rules.ts';

/** By when something that arrived at this instant is answered, in milliseconds. */
export function dueOf(kind: RequestKind, receivedAt: number): number {
  switch (kind) {
    case 'error':
      return daysAfter(receivedAt, 30);
    // The terms name no time for a refund: it takes no longer than a complaint.
    case 'refund':
    case 'complaint':
      return businessDaysAfter(receivedAt, 15);
    case 'correct':
    case 'object':
    case 'restrict':
      // A month in the EU, 30 days in Australia: whichever is over first.
      return Math.min(monthAfter(receivedAt), daysAfter(receivedAt, 30));
  }
}

/** By when an investigation that found no error is explained in writing. */
export const explanationDue = (investigatedAt: number): number =>
  businessDaysAfter(investigatedAt, 3);
