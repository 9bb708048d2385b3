import type { CaseRow, KindCount } from '#core/contract/staff/desk.ts';

/** A part of the list, with how many cases it has in all; undefined: they were not counted. */
export interface CaseGroup<R> {
  readonly title: string;
  readonly rows: readonly R[];
  readonly count: number | undefined;
}

interface Ends {
  readonly today: number;
  readonly week: number;
}

const sum = (counts: readonly KindCount[], of: (count: KindCount) => number): number =>
  counts.reduce((total, count) => total + of(count), 0);

/**
 * The rows of the list in groups, in the list's own order: what is late or due today, within a week, later, and what has
 * no date. A group without a row on screen is left out.
 */
export function groupsOf<R extends Pick<CaseRow, 'due_at'>>(
  rows: readonly R[],
  { today, week }: Ends,
  counts: readonly KindCount[] | undefined,
): readonly CaseGroup<R>[] {
  const dueBefore = (row: R, end: number): boolean =>
    row.due_at !== null && Date.parse(row.due_at) < end;
  const groups = [
    {
      title: 'Late or due today',
      rows: rows.filter((row) => dueBefore(row, today)),
      count: counts && sum(counts, (one) => one.today),
    },
    {
      title: 'Due within seven days',
      rows: rows.filter((row) => dueBefore(row, week) && !dueBefore(row, today)),
      count: counts && sum(counts, (one) => one.week - one.today),
    },
    {
      title: 'Due later',
      rows: rows.filter((row) => row.due_at !== null && !dueBefore(row, week)),
      count: counts && sum(counts, (one) => one.dated - one.week),
    },
    {
      title: 'Without a date, oldest first',
      rows: rows.filter((row) => row.due_at === null),
      count: counts && sum(counts, (one) => one.open - one.dated),
    },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

/** What is open, in a line: “216 open, 1 late, 4 due today”. */
export function openText(open: number, counts: readonly KindCount[]): string {
  const late = sum(counts, (one) => one.late);
  const today = sum(counts, (one) => one.today) - late;
  return [
    `${open} open`,
    ...(late > 0 ? [`${late} late`] : []),
    ...(today > 0 ? [`${today} due today`] : []),
  ].join(', ');
}
