import { businessDaysAfter, SYDNEY } from '#core/time/business-time.ts';

/**
 * What is reported to AUSTRAC: a suspicion, or a transfer that must be reported because of its value or
 * because it crossed the border.
 */
export type AustracMatter = 'suspicion' | 'transfer';

export interface ReportClock {
  readonly title: string;
  readonly due: number;
}

const HOUR_MS = 3_600_000;

/**
 * The deadlines for reports to AUSTRAC (KEEP-13). A suspicion has both deadlines, because only the officer
 * knows whether it is about terrorism financing. `since`: when the suspicion arose or the transfer happened.
 */
export function austracClocks(matter: AustracMatter, since: number): readonly ReportClock[] {
  switch (matter) {
    case 'suspicion':
      return [
        { title: 'AUSTRAC, terrorism financing suspected', due: since + 24 * HOUR_MS },
        { title: 'AUSTRAC, other suspicion', due: businessDaysAfter(since, 3, SYDNEY) },
      ];
    case 'transfer':
      return [
        {
          title: 'AUSTRAC, threshold or international transfer',
          due: businessDaysAfter(since, 10, SYDNEY),
        },
      ];
  }
}
