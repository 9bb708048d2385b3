import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import type { Position } from '#core/contract/staff/desk.ts';
import { MOST_DECIMALS } from '#core/money/currencies.ts';
import { formatDecimal } from '#core/money/format.ts';
import { formatInstantInFull } from '#core/time/date-text.ts';
import { session } from '#transport/session/session.ts';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { useReload } from '#ui/hooks/use-reload.ts';
import css from './desk.module.css';
import { coveredText } from './desk-texts.ts';
import { position } from './position-state.ts';
import { useDeskKeys } from './use-desk-keys.ts';

function Row({ row }: { readonly row: Snapshot<Position> }) {
  const { currency_id: code, held_at: at, owed, books, told, house, covered } = row;
  const text = (amount: string) => `${formatDecimal(amount, 0, MOST_DECIMALS)} ${code}`;
  const lines = [
    ['Customers are owed', text(owed)],
    [`At the ${at}, by the books`, text(books)],
    [`At the ${at}, by its own word`, told === null ? 'It did not say' : text(told)],
    ['The house’s own', text(house)],
  ];
  return (
    <section className="card pad stack" aria-label={code}>
      <div className="pagehead">
        <h2>{code}</h2>
        <span className={covered === false ? css.over : 'small muted'}>{coveredText(covered)}</span>
      </div>
      <dl className="kv">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** HARD-63: what customers are owed in each asset and currency, who holds how much, and what is the house's. */
export function PositionPage() {
  const { data, failure } = useSnapshot(position.known);
  const { timeZone } = useSnapshot(session);
  useReload(position.load);
  useDeskKeys();
  return (
    <div className="stack stack--wide">
      {failure !== undefined && (
        <SectionFailed failure={failure} onAgain={() => void position.load()} />
      )}
      {!data && failure === undefined && (
        <SectionLoading text="Loading the position" height="24rem" />
      )}
      {data && (
        <>
          <p className="small muted">
            Read {formatInstantInFull(Date.parse(data.as_of), timeZone)}. The bank’s word is its
            last statement, carried on with the books.
          </p>
          <div className={css.page}>
            {data.data.map((row) => (
              <Row key={row.currency_id} row={row} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
