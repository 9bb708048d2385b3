import { businessDaysAfter, SYDNEY } from './business-time.ts';

/**
 * What a case is about, for AUSTRAC: a suspicion, or a transfer that is reported because of what it is worth or
 * because it crossed the border.
 */
export type AustracMatter = 'suspicion' | 'transfer';

export interface ReportClock {
  readonly title: string;
  readonly due: number;
}

const HOUR_MS = 3_600_000;

/**
 * By when AUSTRAC is told (KEEP-13). Whether terrorism financing is suspected the officer knows, so both clocks
 * of a suspicion run. `since`: when it arose, or when the transfer happened.
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
