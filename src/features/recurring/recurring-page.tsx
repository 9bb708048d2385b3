import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { type Cash, findCash } from '#core/money/cash.ts';
import { findAsset } from '#core/money/currencies.ts';
import { marketOf } from '#core/money/region.ts';
import { leads } from '#core/page-leads.ts';
import { needsTaxData, TaxPrompt } from '#identity/tax-prompt.tsx';
import { serverNow } from '#platform/time/server-clock.ts';
import { kyc, loadKyc } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { Coin } from '#ui/marks/coin.tsx';
import { NoCash } from '#ui/marks/no-cash.tsx';
import { NewBuyDialog } from './new-buy-dialog.tsx';
import css from './recurring.module.css';
import { buys, changeBuy } from './recurring-state.ts';
import {
  buyTitle,
  dayText,
  rhythmNames,
  runText,
  spreadText,
  type ToldBuy,
} from './recurring-texts.ts';

/** A purchase changes the balance; a day without one sends a notice. */
const CHANGING = ['balances', 'notices'] as const;

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

function Item({ buy }: { readonly buy: ToldBuy }) {
  const [ending, setEnding] = useState(false);
  const { buy_id: id, next_on: next, runs } = buy;
  const asset = findAsset(buy.currency_id);
  const title = buyTitle(buy);
  const now = serverNow();
  return (
    <li className="card pad stack">
      <div className={css.head}>
        {asset && <Coin code={asset.code} size={40} />}
        <span className="grow">
          <h2>{title}</h2>
          <small className="muted">
            {rhythmNames[buy.every]}, spread at most {spreadText(buy.most_spread_bps)}
          </small>
        </span>
        {next === null && <span className="pill pill--wait">Paused</span>}
      </div>
      {next !== null && (
        <p>
          Next on <b>{dayText(next, now)}</b>
        </p>
      )}
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

function Buys({ cash }: { readonly cash: Cash | undefined }) {
  const { data, failure } = useSnapshot(buys.known);
  const { list, mostSpread } = data ?? {};
  const isOnline = useOnline();
  const [adding, setAdding] = useState(false);
  const needsTax = needsTaxData(useSnapshot(kyc));
  useReload(buys.load, CHANGING);
  useReload(loadKyc);
  return (
    <div className="stack">
      <p className="muted">{leads['/cash/recurring']}</p>
      {failure !== undefined && (isOnline || !list) && (
        <SectionFailed failure={failure} onAgain={() => void buys.load()} />
      )}
      {!list && failure === undefined && (
        <SectionLoading text="Loading your recurring buys" height="10rem" />
      )}
      {list?.length === 0 && (
        <div className="card empty" role="status">
          <h2>No recurring buys yet</h2>
          <p>Buy an asset from your cash every week, every two weeks or every month.</p>
        </div>
      )}
      {list && list.length > 0 && (
        <ul className="stack">
          {list.map((buy) => (
            <Item key={buy.buy_id} buy={buy} />
          ))}
        </ul>
      )}
      {cash && list && mostSpread !== undefined && (
        <Button
          wide
          disabledReason={isOnline ? undefined : 'Setting up a recurring buy needs a connection.'}
          onClick={() => setAdding(true)}
        >
          New recurring buy
        </Button>
      )}
      {adding && needsTax && <TaxPrompt from="/cash/recurring" onClose={() => setAdding(false)} />}
      {cash && adding && !needsTax && mostSpread !== undefined && (
        <NewBuyDialog cash={cash} mostSpread={mostSpread} onClose={() => setAdding(false)} />
      )}
    </div>
  );
}

/** BANK-08: the customer's recurring purchases with cash. */
export function RecurringPage() {
  const cash = findCash(marketOf(useSnapshot(session)));
  const list = useSnapshot(buys.known).data?.list;
  // Purchases of a market that the customer has left can still be ended.
  return cash || list === undefined || list.length > 0 ? <Buys cash={cash} /> : <NoCash />;
}
