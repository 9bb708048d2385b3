import type { RequestKind } from '#core/people/request-rules.ts';
import { businessDaysAfter, daysAfter, monthAfter } from '#core/time/business-time.ts';

/** The deadline of the answer to a request that arrived at this instant, in milliseconds. */
export function dueOf(kind: RequestKind, receivedAt: number): number {
  switch (kind) {
    case 'error':
      return daysAfter(receivedAt, 30);
    // The terms have no deadline for refunds: we use that of complaints.
    case 'refund':
    case 'complaint':
      return businessDaysAfter(receivedAt, 15);
    case 'correct':
    case 'object':
    case 'restrict':
      // A month in the EU, 30 days in Australia: whichever ends first.
      return Math.min(monthAfter(receivedAt), daysAfter(receivedAt, 30));
  }
}

/** The deadline of the written explanation after an investigation found no error. */
export const explanationDue = (investigatedAt: number): number =>
  businessDaysAfter(investigatedAt, 3);
