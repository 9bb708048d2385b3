import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { EntryRow } from './entry-row.tsx';
import { MonthHead } from './month-head.tsx';
import type { EntryGroup } from './shown-months.ts';
import css from './transactions.module.css';

interface Props {
  readonly groups: readonly EntryGroup[];
  /** The prefix of the headings' ids. */
  readonly ids: string;
  readonly masked: boolean;
  readonly timeZone: string;
  readonly returnTo: RefObject<string | undefined>;
}

/**
 * The heights of a row and of a heading whose text fits in one line, with room for columns and without; others are
 * measured when drawn.
 */
const ROW_PX = 65;
const TABLE_ROW_PX = 51;
const HEAD_PX = 38;

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

interface Placed extends EntryGroup {
  /** The index of the group's heading, if it has one, else of its first row. */
  readonly from: number;
  readonly firstRow: number;
  /** The index behind its last row. */
  readonly to: number;
}

/** Headings and rows are counted together, in the order in which they are shown. */
function placedIn(groups: readonly EntryGroup[]): readonly Placed[] {
  let next = 0;
  return groups.map((group) => {
    const from = next;
    const firstRow = from + (group.heading ? 1 : 0);
    next = firstRow + group.entries.length;
    return { ...group, from, firstRow, to: next };
  });
}

function indexOf(groups: readonly Placed[], id: string | undefined): number | undefined {
  if (id === undefined) return undefined;
  for (const { entries, firstRow } of groups) {
    const at = entries.findIndex((entry) => entry.id === id);
    if (at >= 0) return firstRow + at;
  }
  return undefined;
}

/** Draws the rows near the viewport and the one with the focus; the others only take up room. */
export function LongList({ groups, ids, masked, timeZone, returnTo }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const placed = useMemo(() => placedIn(groups), [groups]);
  const count = placed.at(-1)?.to ?? 0;
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState(() => indexOf(placed, returnTo.current));
  const [returning] = useState(() =>
    left?.of === count && left.width === innerWidth ? left : undefined,
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
  const heads = useMemo(
    () => new Set(placed.flatMap(({ heading, from }) => (heading ? [from] : []))),
    [placed],
  );
  const rowPx = matchMedia('(min-width: 48em)').matches ? TABLE_ROW_PX : ROW_PX;
  const rows = useWindowVirtualizer({
    count,
    estimateSize: (index) => (heads.has(index) ? HEAD_PX : rowPx),
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
      const { count: of } = rows.options;
      left = { of, width: innerWidth, scrolled: scrollY, rows: rows.takeSnapshot() };
    },
    [rows],
  );
  const items = rows.getVirtualItems();
  const placeOf = (index: number): number => rows.measurementsCache[index]?.start ?? top;
  const bottom = top + rows.getTotalSize();
  return (
    <div ref={list}>
      {placed.map(({ key, heading, entries, from, firstRow, to }) => {
        const end = to < count ? placeOf(to) : bottom;
        const start = placeOf(firstRow);
        const drawn = items.filter(({ index }) => index >= firstRow && index < to);
        return (
          <div key={key} style={{ height: `${end - placeOf(from)}px` }}>
            {heading && (
              // Keyed by position: a heading that moved is measured anew.
              <MonthHead
                key={from}
                id={ids + key}
                masked={masked}
                placed={{ index: from, measure: rows.measureElement }}
                {...heading}
              />
            )}
            <ul
              className={`rows ${css.long}`}
              style={{ height: `${end - start}px` }}
              aria-labelledby={heading && ids + key}
              onFocus={({ target }) => setFocused(Number(target.closest('li')?.dataset.index))}
              onBlur={() => setFocused(undefined)}
            >
              {/* Keyed by position, not by entry: another filter changes the rows' texts, not the rows. */}
              {drawn.map((item) => {
                const { index } = item;
                const entry = entries[index - firstRow];
                return (
                  entry && (
                    <EntryRow
                      key={index}
                      entry={entry}
                      masked={masked}
                      timeZone={timeZone}
                      returnTo={returnTo}
                      placed={{
                        index,
                        position: index - firstRow + 1,
                        of: entries.length,
                        top: item.start - start,
                        measure: rows.measureElement,
                      }}
                    />
                  )
                );
              })}
            </ul>
          </div>
        );
      })}
    </div>
  );
}
