import type { CaseRow } from '#core/contract/staff/desk.ts';
import { type AustracMatter, austracClocks } from './austrac-clocks.ts';

/**
 * AUSTRAC's deadlines of a case, besides that of the documents, for customers of the Australian market
 * (KEEP-13).
 */
export const clocksOf = (market: string, matter: AustracMatter, since: Date): CaseRow['clocks'] =>
  market === 'AUD'
    ? austracClocks(matter, since.getTime()).map(({ title, due }) => ({
        ...{ title, due_at: new Date(due).toISOString() },
      }))
    : [];
