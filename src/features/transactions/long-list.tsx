import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { StatementEntry } from '#core/domain/statement.ts';
import { EntryRow } from './entry-row.tsx';
import css from './transactions.module.css';

interface Props {
  readonly entries: readonly StatementEntry[];
  readonly masked: boolean;
  readonly timeZone: string;
}

/** Of a row whose texts fit; others are measured when they are drawn. */
const ROW_PX = 66;

interface Left {
  readonly of: number;
  readonly width: number;
  readonly scrolled: number;
  readonly rows: VirtualItem[];
}

/**
 * The list that was left last, for who comes back to it: with other row heights, the place the
 * browser scrolls back to would be another row's.
 */
let left: Left | undefined;

/** Draws the rows near the screen and the one that has the focus; the others are room only. */
export function LongList({ entries, masked, timeZone }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number>();
  const [returning] = useState(() =>
    left?.of === entries.length && left.width === innerWidth ? left : undefined,
  );
  useLayoutEffect(() => {
    // Before any row is drawn: those at the top would be measured now, and move all others.
    if (returning) scrollTo(0, returning.scrolled);
  }, [returning]);
  // What stands above may come and go.
  useLayoutEffect(() => {
    const { top: now = 0 } = list.current?.getBoundingClientRect() ?? {};
    // In whole pixels: every other number would have all rows placed anew.
    setTop(Math.round(now + scrollY));
  });
  const rows = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW_PX,
    ...(returning && {
      initialMeasurementsCache: returning.rows,
      initialOffset: returning.scrolled,
    }),
    overscan: 6,
    scrollMargin: top,
    rangeExtractor(range) {
      const drawn = defaultRangeExtractor(range);
      return focused === undefined || focused >= range.count || drawn.includes(focused)
        ? drawn
        : [...drawn, focused].sort((a, b) => a - b);
    },
  });
  // In the layout phase, while the list is still there to be scrolled.
  useLayoutEffect(
    () => () => {
      const { count } = rows.options;
      left = { of: count, width: innerWidth, scrolled: scrollY, rows: rows.takeSnapshot() };
    },
    [rows],
  );
  return (
    <ul
      ref={list}
      className={`card rows ${css.long}`}
      style={{ height: `${rows.getTotalSize()}px` }}
      onFocus={({ target }) => setFocused(Number(target.closest('li')?.dataset.index))}
      onBlur={() => setFocused(undefined)}
    >
      {/* Kept by place, not by entry: another filter changes what a row says, and makes none anew. */}
      {rows.getVirtualItems().map(({ index, start }) => {
        const entry = entries[index];
        return (
          entry && (
            <EntryRow
              key={index}
              entry={entry}
              masked={masked}
              timeZone={timeZone}
              placed={{ index, of: entries.length, top: start - top, measure: rows.measureElement }}
            />
          )
        );
      })}
    </ul>
  );
}
