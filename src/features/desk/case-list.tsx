import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import { Link } from 'wouter';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import { isCashCode } from '#core/money/cash.ts';
import { formatDecimal } from '#core/money/format.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { afterFrame } from '#platform/time/after-frame.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import type { CaseGroup } from './case-groups.ts';
import css from './case-list.module.css';
import { desk, nameOf } from './desk-state.ts';
import { ageText, casePath, leftText, urgencyOf } from './desk-texts.ts';

type Row = Snapshot<CaseRow>;

/** An amount in full: cash with its cents, everything else with as many decimals as it has. */
export const amountText = (amount: string, code: string | undefined): string =>
  code !== undefined && isCashCode(code)
    ? formatDecimal(amount, 2, 2)
    : formatDecimal(amount, 0, 40);

/** Gives the row the focus once that the officer left, or comes to next, unless something else has it. */
function useReturn(isWanted: boolean) {
  const link = useRef<HTMLAnchorElement>(null);
  const wanted = useRef(isWanted);
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    // After the frame in which the page itself gets the focus.
    afterFrame(() => {
      const held = document.activeElement;
      if (held !== document.body && held?.id !== 'main') return;
      link.current?.focus({ preventScroll: true });
      link.current?.scrollIntoView({ block: 'nearest' });
    });
  }, []);
  return link;
}

function CaseLink({ row, returns }: { readonly row: Row; readonly returns: boolean }) {
  const now = serverNow();
  const link = useReturn(returns);
  const remember = (): void => {
    desk.at = nameOf(row);
  };
  return (
    <Link
      ref={link}
      className={css.case}
      href={casePath(row.kind, row.id)}
      onFocus={remember}
      onClick={remember}
    >
      <span className={`${css.due} ${css[urgencyOf(row.due_at, now)]}`}>
        {row.due_at === null ? <span aria-hidden="true">–</span> : leftText(row.due_at, now)}
      </span>
      <b className={css.title}>{row.title}</b>
      <span className={css.about}>
        {row.about}
        {row.clocks?.map(({ title, due_at }) => (
          <span key={title} className={css.clock}>
            {title}: <span className={css[urgencyOf(due_at, now)]}>{leftText(due_at, now)}</span>
          </span>
        ))}
      </span>
      <span className={css.whom}>{row.customer}</span>
      <span className={css.sum} translate="no">
        <span>{row.amount && amountText(row.amount, row.currency_id)}</span>{' '}
        <span>{row.currency_id}</span>
      </span>
      <span className={css.age}>
        {ageText(row.since, now)}
        <span className="vh"> old</span>
      </span>
    </Link>
  );
}

interface Props {
  readonly groups: readonly CaseGroup<Row>[];
  /** The case that has the focus when the list is drawn. */
  readonly at: string | undefined;
}

/** The open cases in columns of one shared grid, so that each has one right edge. */
export const CaseList = ({ groups, at }: Props) => (
  <section className={`card ${css.list}`} aria-label="Open cases" data-cases>
    <div className={css.grid}>
      <div className={css.heads} aria-hidden="true">
        <span>Due</span>
        <span>Kind</span>
        <span>What it is about</span>
        <span>Customer</span>
        <span>Sum</span>
        <span>Age</span>
      </div>
      {groups.map(({ title, rows, count }) => (
        <div key={title} className={css.group}>
          <h2 className={css.groupHead} id={`group ${title}`.replaceAll(' ', '-')}>
            {title} <span className="muted">{count}</span>
          </h2>
          <ul aria-labelledby={`group ${title}`.replaceAll(' ', '-')}>
            {rows.map((row) => (
              <li key={nameOf(row)}>
                <CaseLink row={row} returns={nameOf(row) === at} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  </section>
);

/** What is known of the chosen case without opening it, beside the list of a wide screen. */
export function Preview({ row }: { readonly row: Row }) {
  const { timeZone } = useSnapshot(session);
  const now = serverNow();
  const timeOf = (at: string): string => formatInstant(Date.parse(at), timeZone, now);
  return (
    <aside className={`card pad stack ${css.preview}`} aria-label="Chosen case">
      {row.due_at !== null && (
        <p>
          <span className={`pill ${urgencyOf(row.due_at, now) === 'over' ? 'pill--bad' : ''}`}>
            {leftText(row.due_at, now)}
          </span>
        </p>
      )}
      <h2>{row.title}</h2>
      {row.about && <p className={css.gist}>{row.about}</p>}
      <dl className="kv">
        {row.amount && (
          <div>
            <dt>Sum</dt>
            <dd translate="no">
              {amountText(row.amount, row.currency_id)} {row.currency_id}
            </dd>
          </div>
        )}
        {row.customer && (
          <div>
            <dt>Customer</dt>
            <dd className={css.breaks}>{row.customer}</dd>
          </div>
        )}
        <div>
          <dt>Since</dt>
          <dd>{timeOf(row.since)}</dd>
        </div>
        {row.due_at !== null && (
          <div>
            <dt>Due</dt>
            <dd>{timeOf(row.due_at)}</dd>
          </div>
        )}
        {row.clocks?.map(({ title, due_at }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{timeOf(due_at)}</dd>
          </div>
        ))}
        <div>
          <dt>Reference</dt>
          <dd className={css.breaks}>{row.id}</dd>
        </div>
      </dl>
      <Link className="btn btn--primary" href={casePath(row.kind, row.id)}>
        Open the case
      </Link>
    </aside>
  );
}
