import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { CashAutomatic } from '#automatic/automatic-sheet.tsx';
import { type Coming, comingBuys } from '#automatic/cover.ts';
import { buys } from '#automatic/recurring-state.ts';
import { type Clock, comingDay } from '#automatic/recurring-texts.ts';
import { useBalances } from '#automatic/use-balances.ts';
import { assetLink } from '#core/carried/asset-link.ts';
import { cashes } from '#core/money/cash.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatFiat } from '#core/money/format.ts';
import { marketOf } from '#core/money/region.ts';
import { leads } from '#core/page-leads.ts';
import { cashIn, type Holding, holdingsOf, isZero } from '#core/statement/portfolio.ts';
import { concerns, statementOf } from '#core/statement/statement.ts';
import { clockText, whenOf } from '#core/time/clock-text.ts';
import { monthName } from '#core/time/date-text.ts';
import { historyChanges } from '#history/history-changes.ts';
import { HistoryResults } from '#history/history-results.tsx';
import { assetHistory } from '#history/history-store.ts';
import { isAwaited, NoneYet } from '#history/none-yet.tsx';
import { serverNow } from '#platform/time/server-clock.ts';
import { balances, loadBalances } from '#transport/money/known-balances.ts';
import { session } from '#transport/session/session.ts';
import { Tiles } from '#ui/actions/tiles.tsx';
import { DrawnDune, FlatGround } from '#ui/chart/dune/dune.tsx';
import { duneOf } from '#ui/chart/dune/dune-path.ts';
import { Hill } from '#ui/chart/dune/hill.tsx';
import { priceLine, readWorth } from '#ui/chart/price-line.ts';
import { Later } from '#ui/feedback/later.tsx';
import { OneNumber } from '#ui/feedback/one-number.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { CashCoin } from '#ui/marks/cash-coin.tsx';
import { Mask } from '#ui/marks/mask.tsx';
import { NoCash } from '#ui/marks/no-cash.tsx';
import { cashOfMonth, cashPast } from './cash-past.ts';
import css from './mould.module.css';
import { Mould } from './mould.tsx';

const CashActions = ({ online }: { readonly online: boolean }) => (
  <Tiles
    tiles={[
      // Account details that were seen before are shown offline as well (BANK-02).
      { to: '/cash/add', label: 'Add money', icon: 'down', offline: true },
      // The page is shown offline as well, if it was seen before (BANK-05).
      { to: '/cash/out', label: 'Cash out', icon: 'up', offline: true },
      { to: assetLink('/buy-sell', { method: 'cash' }), label: 'Buy', icon: 'trade' },
      { to: '/cash/recurring', label: 'Recurring', icon: 'repeat' },
    ]}
    online={online}
    reason="Buying and recurring buys need a connection."
  />
);

/** What one currency of cash is and was: as its number, its steps, its figures and its history show it. */
function useCashOf(code: string) {
  const online = useOnline();
  const masked = useMasked();
  const { timeZone, ...account } = useSnapshot(session);
  const market = marketOf(account);
  const { data, asOf, source, failure } = useSnapshot(balances.known);
  const history = assetHistory(code);
  const state = useSnapshot(history.state);
  useReload(history.load, historyChanges);
  useShownAsOf(asOf);
  const entries = useMemo(
    () => statementOf(state.transactions, state.failed).filter((entry) => concerns(entry, code)),
    [state.transactions, state.failed, code],
  );
  const failed = failure !== undefined;
  const aged = !online || failed || source === 'snapshot';
  return {
    ...{ code, online, masked, timeZone, history, state, entries, aged },
    holding: holdingsOf(data?.entries ?? [], market).find((one) => one.code === code),
    agedAt: aged && asOf ? clockText(asOf, new Date(serverNow())) : undefined,
    onRetry: online && failed ? () => void loadBalances() : undefined,
    /** What is known of the past; undefined until the history is read. */
    past:
      state.status === 'loading' || state.status === 'failed'
        ? undefined
        : { entries, code, isAll: state.next === undefined },
  };
}

type KnownCash = ReturnType<typeof useCashOf>;

/** The balance, which the page is about. */
function CashNumber({ code, holding, masked, agedAt, onRetry }: KnownCash) {
  return (
    <>
      <p className={css.of}>
        <CashCoin code={code} />
        <span>
          {code} balance{holding && agedAt && ` ${whenOf(agedAt)}`}
        </span>
        {onRetry && (
          <button className="textbtn" type="button" onClick={onRetry}>
            Try again
          </button>
        )}
      </p>
      {holding === undefined ? (
        <p className={`balance ${css.words}`} data-testid="asset-balance">
          Not available yet
        </p>
      ) : masked ? (
        <p className="balance num" translate="no" data-testid="asset-balance">
          <Mask of="Balance" />
        </p>
      ) : (
        <OneNumber text={formatFiat(holding.available, code)} testId="asset-balance" />
      )}
    </>
  );
}

/** The cash of the last 30 days, in steps: it does not drift. */
function CashDune({ code, holding, masked, past, aged }: KnownCash) {
  if (masked) return <FlatGround hidden />;
  if (!holding || !past) return <Hill />;
  const { points, since } = cashPast({ ...past, code }, holding.available, serverNow());
  if (points.every(({ price }) => isZero(price))) return <FlatGround hidden={false} />;
  const line = priceLine(points, readWorth);
  if (!line) return <FlatGround hidden={false} />;
  const first = since === undefined ? 0 : points.findIndex(({ at }) => at === since);
  return (
    <DrawnDune
      dune={duneOf(line.places, { begins: line.places[first]?.x, steps: true })}
      aged={aged}
    />
  );
}

/** What it is, an amount if it is known, and what it means. */
type Figure = readonly [name: string, amount: string | undefined, note: ReactNode];

const figuresOf = (next: Coming, clock: Clock): readonly Figure[] => [
  [
    'Next recurring buy',
    next.amount,
    `${findAsset(next.asset)?.name ?? next.asset}, ${comingDay(next.day, clock)}`,
  ],
  next.left === undefined
    ? ['Short by then', next.short, 'Without it, the day is skipped']
    : ['Left after it', next.left, 'As things are'],
];

/** What an amount waits for, one touch away. */
const waits = (amount: string | undefined, note: string): ReactNode =>
  amount === undefined || isZero(amount) ? note : <Link href="/waiting">{note}</Link>;

const standing = (holding: Holding | undefined): readonly Figure[] => [
  ['On hold', holding?.onHold, waits(holding?.onHold, 'For what is under way')],
  ['On its way', holding?.pending, waits(holding?.pending, 'Not yet credited')],
];

function CashFigures({ code, holding, masked, past, timeZone, online, state }: KnownCash) {
  const list = useSnapshot(buys.known).data?.list ?? [];
  const now = serverNow();
  const month = monthName(now, timeZone);
  const sums = past && cashOfMonth({ ...past, code }, timeZone, now);
  const [next] = holding ? comingBuys(list, { code, available: holding.available }, now) : [];
  const unknown =
    past === undefined
      ? state.status === 'loading'
        ? '\u00a0'
        : online
          ? 'The history could not be read.'
          : 'Not saved on this device.'
      : 'More than is listed below.';
  const figures: readonly Figure[] = [
    [`In, ${month}`, sums?.into, sums ? 'Transfers and sales' : unknown],
    [`Out, ${month}`, sums?.out, sums ? 'Purchases and cash-outs' : unknown],
    ...(next ? figuresOf(next, { now, timeZone }) : standing(holding)),
  ];
  return (
    <div className={css.figures}>
      <dl className={`num ${css.figs}`}>
        {figures.map(([name, amount, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd translate="no">
              {amount === undefined ? (
                '\u2013'
              ) : masked ? (
                <Mask of={name} />
              ) : (
                formatFiat(amount, code)
              )}
            </dd>
            <dd className={css.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function CashHistory({ code, history, state, entries, masked, online }: KnownCash) {
  return (
    <section className={`card ${css.history}`} aria-label={`Transaction History, ${code}`}>
      <h2 className="card__head">Transaction History</h2>
      <HistoryResults
        history={history}
        state={state}
        entries={entries}
        masked={masked}
        online={online}
        mayGoOn={!isAwaited(state, online)}
        empty={
          <NoneYet state={state} online={online}>
            Money that comes from your bank is listed here, and what you buy with it.
          </NoneYet>
        }
        onRetry={() => location.reload()}
      />
    </section>
  );
}

/** Cash of another market, which is still held: it can be looked at, and nothing is done with it here. */
function OtherCash({ code }: { readonly code: string }) {
  const known = useCashOf(code);
  return (
    <>
      <section className="card pad" aria-label={`${code} balance`}>
        <CashNumber {...known} />
      </section>
      <CashHistory {...known} />
    </>
  );
}

interface ScreenProps {
  readonly code: string;
  readonly others: readonly string[];
  readonly bank: () => Promise<ComponentType>;
}

function CashScreen({ code, others, bank }: ScreenProps) {
  const known = useCashOf(code);
  return (
    <Mould
      label={`${code} balance`}
      number={<CashNumber {...known} />}
      beside={<p className={css.of}>30 days</p>}
      dune={<CashDune {...known} />}
      sheet={
        <>
          <CashActions online={known.online} />
          <CashFigures {...known} />
        </>
      }
      aside={
        <>
          <CashAutomatic />
          <Later load={bank} soon placeholder={<div className={`card ${css.soonSheet}`} />} />
        </>
      }
      rest={
        <>
          <CashHistory {...known} />
          {others.map((other) => (
            <OtherCash key={other} code={other} />
          ))}
        </>
      }
    />
  );
}

/** BANK-01: the cash of the customer's market, and cash they still hold of another (D37). */
function CashPage({ bank }: Pick<ScreenProps, 'bank'>) {
  const market = marketOf(useSnapshot(session));
  const { data } = useSnapshot(balances.known);
  useBalances();
  const held = cashIn(holdingsOf(data?.entries ?? [], market)).map(({ code }) => code);
  const [code, ...others] = cashes
    .map((cash) => cash.code)
    .filter((one) => one === market || held.includes(one))
    .toSorted((one, other) => Number(other === market) - Number(one === market));
  if (code === undefined) return <NoCash />;
  return (
    <>
      <p className={`muted ${css.lead}`}>{leads['/cash']}</p>
      {code === market ? (
        <CashScreen code={code} others={others} bank={bank} />
      ) : (
        <div className="stack">
          {[code, ...others].map((one) => (
            <OtherCash key={one} code={one} />
          ))}
        </div>
      )}
    </>
  );
}

/** The page, with the account details at the bank, which come after the balance. */
export const cashPage = (bank: () => Promise<ComponentType>) => () => <CashPage bank={bank} />;
