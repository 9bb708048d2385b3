import { type ReactNode, useId, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { findCash } from '#core/money/cash.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatFiat } from '#core/money/format.ts';
import { marketOf } from '#core/money/region.ts';
import { holdingsOf } from '#core/statement/portfolio.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { balances } from '#transport/money/known-balances.ts';
import { session } from '#transport/session/session.ts';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useOpening } from '#ui/hooks/use-opening.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { PageIcon, type PageIconName } from '#ui/marks/page-icon.tsx';
import { alertsInShort } from './alert-text.ts';
import { AlertsDialog } from './alerts-dialog.tsx';
import { alerts } from './alerts-state.ts';
import { comingBuys, nextOf } from './cover.ts';
import { NewBuy } from './new-buy.tsx';
import { buys } from './recurring-state.ts';
import { beforeDay, briefDay, buyTitle, rhythmNames, type ToldBuy } from './recurring-texts.ts';

/** A purchase changes the balance; a day without one, and an alert, send a notice. */
export const automaticChanges = ['balances', 'notices'] as const;

interface RowProps {
  readonly icon: PageIconName;
  readonly name: string;
  /** Undefined while it loads: then `resting` keeps its place. */
  readonly text: string | undefined;
  /** What stands there where nothing is set up. */
  readonly resting?: string;
  /** What a press does; without it, the row leads to the list of everything automatic. */
  readonly onPress?: (() => void) | undefined;
}

function Row({ icon, name, text, resting, onPress }: RowProps) {
  const inside = (
    <>
      <span className="ticon">
        <PageIcon name={icon} />
      </span>
      <span>
        <b>{name}</b>
        <small className="muted" style={text === undefined ? { visibility: 'hidden' } : undefined}>
          {text ?? resting}
        </small>
      </span>
      <PageIcon name="right" size="s" />
    </>
  );
  return onPress ? (
    <button className="row" type="button" onClick={onPress}>
      {inside}
    </button>
  ) : (
    <Link className="row" href="/automatic">
      {inside}
    </Link>
  );
}

function Sheet({ children }: { readonly children: ReactNode }) {
  const heading = useId();
  return (
    <section className="card" aria-labelledby={heading}>
      <div className="card__head">
        <h2 id={heading}>Automatic</h2>
        <Link className="textbtn" href="/automatic">
          All<span className="vh"> that is automatic</span>
        </Link>
      </div>
      {children}
    </section>
  );
}

const NO_BUY = 'Buy it again and again from your cash';
const NO_BUYS = 'Buy an asset every week or month from your cash';
const NO_ALERT = 'Be told when the price does something';
const NEEDS = 'Shown again when the connection is back.';

/** Why nothing is known; undefined while it loads. */
const unknownText = (online: boolean, failure: string | undefined): string | undefined =>
  online ? failure : NEEDS;

function nextText({ next_on: next }: ToldBuy, timeZone: string): string {
  if (next === null) return 'paused';
  const day = briefDay(next, { now: serverNow(), timeZone });
  return `next ${beforeDay(day)}${day}`;
}

interface AssetProps {
  readonly code: string;
}

/** On an asset's page: its recurring buys and its alerts, and how to begin either (EYE-07). */
export function AssetAutomatic({ code }: AssetProps) {
  const online = useOnline();
  const masked = useMasked();
  const current = useSnapshot(session);
  const { timeZone } = current;
  const market = marketOf(current);
  const planned = useSnapshot(buys.known);
  const set = useSnapshot(alerts.known);
  const [open, setOpen] = useState<'buy' | 'alerts'>();
  useReload(buys.load, automaticChanges);
  useReload(alerts.load, automaticChanges);
  useOpening('alerts', () => setOpen('alerts'));
  const cash = findCash(market);
  const mine = planned.data?.list.filter(({ currency_id }) => currency_id === code);
  const waiting = set.data && alertsInShort(set.data.filter((one) => one.currency_id === code));
  const close = (): void => setOpen(undefined);
  const buyText = (buy: ToldBuy): string =>
    `${masked ? 'Your amount' : formatFiat(buy.amount, buy.cash_id)} ${rhythmNames[buy.every].toLowerCase()}, ${nextText(buy, timeZone)}`;
  return (
    <Sheet>
      <div className="rows">
        {(cash || (mine && mine.length > 0)) && (
          <Row
            icon="repeat"
            name="Recurring buys"
            text={
              mine === undefined
                ? unknownText(online, planned.failure)
                : mine.map(buyText).join('; ') || NO_BUY
            }
            resting={NO_BUY}
            {...(cash && mine?.length === 0 && { onPress: () => setOpen('buy') })}
          />
        )}
        <Row
          icon="bell"
          name="Price alerts"
          text={set.data ? (waiting ?? NO_ALERT) : unknownText(online, set.failure)}
          resting={NO_ALERT}
          onPress={() => setOpen('alerts')}
        />
      </div>
      {open === 'alerts' && <AlertsDialog code={code} currency={market} onClose={close} />}
      {open === 'buy' && cash && <NewBuy cash={cash} about={code} onClose={close} />}
    </Sheet>
  );
}

/** How many recurring buys are listed beside another page's own things. */
const MOST = 3;

/** On the page of cash: what is bought from it next, and whether it covers that (EYE-07). */
export function CashAutomatic() {
  const online = useOnline();
  const masked = useMasked();
  const current = useSnapshot(session);
  const { timeZone } = current;
  const market = marketOf(current);
  const { data: known, failure } = useSnapshot(buys.known);
  const { data } = useSnapshot(balances.known);
  useReload(buys.load, automaticChanges);
  const list = known?.list ?? [];
  const held = data && holdingsOf(data.entries, market).find(({ code }) => code === market);
  const coming = held && comingBuys(list, { code: market, available: held.available }, serverNow());
  const textOf = (buy: ToldBuy): string => {
    const short = masked ? undefined : coming && nextOf(coming, buy)?.short;
    const next = `${rhythmNames[buy.every]}, ${nextText(buy, timeZone)}`;
    return short === undefined ? next : `${next}. ${formatFiat(short, market)} short by then`;
  };
  return (
    <Sheet>
      <div className="rows">
        {list.slice(0, MOST).map((buy) => (
          <Row
            key={buy.buy_id}
            icon="repeat"
            name={masked ? (findAsset(buy.currency_id)?.name ?? buy.currency_id) : buyTitle(buy)}
            text={textOf(buy)}
          />
        ))}
        {list.length === 0 && (
          <Row
            icon="repeat"
            name="Recurring buys"
            text={known ? NO_BUYS : unknownText(online, failure)}
            resting={NO_BUYS}
          />
        )}
      </div>
    </Sheet>
  );
}
