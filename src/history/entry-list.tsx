import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { StatementEntry } from '#core/statement/statement.ts';
import { cameByHistory, historyState } from '#platform/kept/history-state.ts';
import { session } from '#transport/session/session.ts';
import { EntryRow, leftRow } from './entry-row.tsx';
import page from './history.module.css';
import { MonthHead } from './month-head.tsx';
import type { EntryGroup } from './shown-months.ts';
import css from './transactions.module.css';
import { useDrawnWhole } from './use-drawn-whole.ts';
import { useGrowing } from './use-growing.ts';

interface Props {
  readonly entries: readonly StatementEntry[];
  readonly masked: boolean;
  /** The same entries under the headings of their months; undefined in a list without headings. */
  readonly months?: readonly EntryGroup[] | undefined;
}

/** The newest page of a history is drawn whole in the end. */
const SHORT = 100;

const LongList = lazy(async () => ({ default: (await import('./long-list.tsx')).LongList }));

/** The first entries of the groups, `most` of them. */
function firstOf(groups: readonly EntryGroup[], most: number): readonly EntryGroup[] {
  let room = most;
  return groups.flatMap((group) => {
    const entries = group.entries.slice(0, Math.max(0, room));
    room -= entries.length;
    return entries.length > 0 ? [{ ...group, entries }] : [];
  });
}

/** The headings of the columns, for the eye: each figure in a row says by itself what it is. */
const Heads = () => (
  <div className={page.heads} aria-hidden="true">
    <span>Date</span>
    <span className={page.headWhat}>What</span>
    <span className={page.headBeside}>Rate, counterparty</span>
    <span className={page.headOut}>Out</span>
    <span className={page.headIn}>In</span>
    <span className={page.headSum}>Amount</span>
    <span className={page.headWorth}>Value then</span>
  </div>
);

/** A history of any length. Beyond one page, only the rows near the viewport are drawn. */
export function EntryList({ entries, masked, months }: Props) {
  const { timeZone } = useSnapshot(session);
  const drawnWhole = useDrawnWhole();
  const ids = useId();
  // The row that was left for its details has the focus again when the customer comes back.
  const [returns] = useState(cameByHistory);
  const returnTo = useRef(returns ? leftRow.read(historyState()) : undefined);
  // The browser scrolls to where the customer was, which needs the rows above it.
  const most = useGrowing(Math.min(SHORT, entries.length), returns || drawnWhole);
  const groups = months ?? [{ key: '', heading: undefined, entries }];
  const row = { masked, timeZone, returnTo };
  const drawn = (some: readonly EntryGroup[], className: string) =>
    some.map(({ key, heading, entries: rows }) => (
      <div key={key}>
        {heading && <MonthHead id={ids + key} masked={masked} {...heading} />}
        <ul className={className} aria-labelledby={heading && ids + key}>
          {rows.map((entry) => (
            <EntryRow key={entry.id} entry={entry} {...row} />
          ))}
        </ul>
      </div>
    ));
  return (
    <div className={`card ${page.ledger}`}>
      <Heads />
      {entries.length <= SHORT ? (
        drawn(firstOf(groups, most), 'rows')
      ) : drawnWhole ? (
        drawn(groups, `rows ${css.whole}`)
      ) : (
        <Suspense fallback={drawn(firstOf(groups, most), 'rows')}>
          <LongList groups={groups} ids={ids} {...row} />
        </Suspense>
      )}
    </div>
  );
}
