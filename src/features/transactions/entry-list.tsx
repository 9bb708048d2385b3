import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio/react';
import type { StatementEntry } from '#core/domain/statement.ts';
import { session } from '#transport/session.ts';
import { EntryRow } from './entry-row.tsx';
import css from './transactions.module.css';
import { useDrawnWhole } from './use-drawn-whole.ts';

interface Props {
  readonly entries: readonly StatementEntry[];
  readonly masked: boolean;
}

interface WholeProps extends Props {
  readonly timeZone: string;
  readonly className: string;
}

/** The newest page of a history is always drawn whole. */
const SHORT = 100;

const LongList = lazy(async () => ({ default: (await import('./long-list.tsx')).LongList }));

const WholeList = ({ entries, masked, timeZone, className }: WholeProps) => (
  <ul className={className}>
    {entries.map((entry) => (
      <EntryRow key={entry.id} entry={entry} masked={masked} timeZone={timeZone} />
    ))}
  </ul>
);

/** A history of any length. Beyond one page, only the rows near the viewport are drawn. */
export function EntryList({ entries, masked }: Props) {
  const { timeZone } = useSnapshot(session);
  const drawnWhole = useDrawnWhole();
  const row = { masked, timeZone };
  const short = entries.slice(0, SHORT);
  const newest = <WholeList className="card rows" entries={short} {...row} />;
  if (short.length === entries.length) return newest;
  if (drawnWhole) {
    return <WholeList className={`card rows ${css.whole}`} entries={entries} {...row} />;
  }
  return (
    <Suspense fallback={newest}>
      <LongList entries={entries} {...row} />
    </Suspense>
  );
}
