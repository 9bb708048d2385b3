import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { automaticChanges } from '#automatic/automatic-sheet.tsx';
import { nextOf } from '#automatic/cover.ts';
import { NewBuy } from '#automatic/new-buy.tsx';
import { buys, changeBuy } from '#automatic/recurring-state.ts';
import {
  beforeDay,
  buyTitle,
  comingDay,
  rhythmNames,
  runText,
  spreadText,
  type ToldBuy,
} from '#automatic/recurring-texts.ts';
import type { Cash } from '#core/money/cash.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatFiat } from '#core/money/format.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { Coin } from '#ui/marks/coin.tsx';
import css from './automatic.module.css';
import { useComing } from './use-coming.ts';

const OFFLINE = 'Changing a recurring buy needs a connection.';

interface ActionProps {
  readonly label: string;
  /** The name for screen readers, because all rows have the same buttons. */
  readonly about: string;
  readonly run: () => Promise<string | undefined>;
}

function Action({ label, about, run }: ActionProps) {
  const { busy, submit, button } = useSubmit({
    offline: OFFLINE,
    run: async () => {
      const failure = await run();
      if (failure !== undefined) toast.error(failure);
    },
  });
  return (
    <button
      className="textbtn"
      type="button"
      disabled={busy || button.disabledReason !== undefined}
      aria-label={`${label}: ${about}`}
      onClick={submit}
    >
      {label}
    </button>
  );
}

interface EndProps {
  readonly buy: ToldBuy;
  readonly onClose: () => void;
}

function EndDialog({ buy, onClose }: EndProps) {
  const { busy, submit, button } = useSubmit({
    offline: OFFLINE,
    run: async (fail) => {
      const failure = await changeBuy({ buy_id: buy.buy_id, to: 'ended' });
      if (failure !== undefined) return fail(failure);
      toast.success('Recurring buy ended');
      onClose();
    },
  });
  return (
    <Dialog title="End this recurring buy?" onClose={onClose}>
      <div className="stack">
        <p>
          {buyTitle(buy)}, {rhythmNames[buy.every].toLowerCase()}. What was bought stays yours.
        </p>
        <Button {...button} type="button" variant="danger" wide busy={busy} onClick={submit}>
          End it
        </Button>
      </div>
    </Dialog>
  );
}

interface ItemProps {
  readonly buy: ToldBuy;
  /** How much cash is missing on its next day. */
  readonly short: string | undefined;
}

function Item({ buy, short }: ItemProps) {
  const [ending, setEnding] = useState(false);
  const { buy_id: id, next_on: next, runs } = buy;
  const asset = findAsset(buy.currency_id);
  const title = buyTitle(buy);
  const { timeZone } = useSnapshot(session);
  const now = serverNow();
  const day = next === null ? undefined : comingDay(next, { now, timeZone });
  return (
    <li className={css.item}>
      <div className={css.head}>
        {asset && <Coin code={asset.code} size={40} />}
        <span className="grow">
          <h3>{title}</h3>
          <small className="muted">
            {rhythmNames[buy.every]}, spread at most {spreadText(buy.most_spread_bps)}
          </small>
        </span>
        {next === null && <span className="pill pill--wait">Paused</span>}
        {short !== undefined && (
          <span className="pill pill--warn">{formatFiat(short, buy.cash_id)} short by then</span>
        )}
        {day !== undefined && (
          <span>
            Next {beforeDay(day)}
            <b className={css.day}>{day}</b>
          </span>
        )}
      </div>
      {runs.length > 0 && (
        <details>
          <summary>What was done</summary>
          <ul className={css.runs}>
            {runs.map((run) => (
              <li key={run.on}>{runText(run, now)}</li>
            ))}
          </ul>
        </details>
      )}
      <div className={css.actions}>
        {next === null ? (
          <Action label="Go on" about={title} run={() => changeBuy({ buy_id: id, to: 'active' })} />
        ) : (
          <>
            <Action
              label="Skip the next"
              about={title}
              run={() => changeBuy({ buy_id: id, skip: next })}
            />
            <Action
              label="Pause"
              about={title}
              run={() => changeBuy({ buy_id: id, to: 'paused' })}
            />
          </>
        )}
        <button
          className="textbtn"
          type="button"
          aria-label={`End: ${title}`}
          onClick={() => setEnding(true)}
        >
          End
        </button>
      </div>
      {ending && <EndDialog buy={buy} onClose={() => setEnding(false)} />}
    </li>
  );
}

interface Props {
  /** Missing in a market without cash: what is left of another can still be ended. */
  readonly cash: Cash | undefined;
}

/** BANK-08: the recurring buys, and what adds one. */
export function RecurringList({ cash }: Props) {
  const { data, failure } = useSnapshot(buys.known);
  const list = data?.list;
  const isOnline = useOnline();
  const coming = useComing();
  const [adding, setAdding] = useState(false);
  useReload(buys.load, automaticChanges);
  const shortOf = (buy: ToldBuy): string | undefined => coming && nextOf(coming, buy)?.short;
  return (
    <section className="card" aria-labelledby="recurring-buys">
      <div className={`card__head ${css.title}`}>
        <h2 id="recurring-buys">Recurring buys</h2>
        {cash && list && (
          <Button
            disabledReason={isOnline ? undefined : 'Setting up a recurring buy needs a connection.'}
            onClick={() => setAdding(true)}
          >
            New recurring buy
          </Button>
        )}
      </div>
      {failure !== undefined && (isOnline || !list) && (
        <div className="pad">
          <SectionFailed failure={failure} onAgain={() => void buys.load()} />
        </div>
      )}
      {!list && failure === undefined && (
        <div className="pad">
          <SectionLoading text="Loading your recurring buys" height="5rem" />
        </div>
      )}
      {list?.length === 0 && (
        <div className="empty" role="status">
          <h3>No recurring buys yet</h3>
          <p>Buy an asset from your cash every week, every two weeks or every month.</p>
        </div>
      )}
      {list && list.length > 0 && (
        <ul className="rows">
          {list.map((buy) => (
            <Item key={buy.buy_id} buy={buy} short={shortOf(buy)} />
          ))}
        </ul>
      )}
      {cash && adding && <NewBuy cash={cash} onClose={() => setAdding(false)} />}
    </section>
  );
}
