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

/** The height of a row whose texts fit; other rows are measured when they are drawn. */
const ROW_PX = 66;

interface Left {
  readonly of: number;
  readonly width: number;
  readonly scrolled: number;
  readonly rows: VirtualItem[];
}

/**
 * The list that was left last, for a customer who comes back to it: without its row heights, the
 * position that the browser scrolls back to would belong to another row.
 */
let left: Left | undefined;

/** Draws the rows near the viewport and the one with the focus; the others only take up room. */
export function LongList({ entries, masked, timeZone }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number>();
  const [returning] = useState(() =>
    left?.of === entries.length && left.width === innerWidth ? left : undefined,
  );
  useLayoutEffect(() => {
    // Must happen before any row is drawn: otherwise the top rows are measured now and move all
    // others.
    if (returning) scrollTo(0, returning.scrolled);
  }, [returning]);
  // After every render, as what stands above the list may come and go.
  useLayoutEffect(() => {
    const { top: now = 0 } = list.current?.getBoundingClientRect() ?? {};
    // In whole pixels: a change by a fraction would place all rows anew.
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
  // In the layout phase, while the list still stands and the page is still scrolled to it.
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
      {/* Keyed by position, not by entry: another filter changes the rows' texts, not the rows. */}
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
