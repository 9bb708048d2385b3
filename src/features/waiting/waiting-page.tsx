import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import type { Waiting } from '#core/contract/money/waiting.ts';
import { leads } from '#core/page-leads.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { HelpWith } from '#ui/actions/help-with.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { useMasked } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { Mask } from '#ui/marks/mask.tsx';
import { SenderDialog } from './sender-dialog.tsx';
import { waiting } from './waiting-state.ts';
import { toldOf } from './waiting-texts.ts';

const CHANGING = ['deposits', 'withdrawals', 'purchases', 'requests'] as const;

interface ItemProps {
  readonly one: Waiting;
  readonly masked: boolean;
  readonly timeOf: (at: number) => string;
}

function Item({ one, masked, timeOf }: ItemProps) {
  const { title, amount, why, by, next } = toldOf(one, timeOf);
  const [isAsked, setAsked] = useState(false);
  return (
    <li className="card pad stack">
      <div className="line between">
        <h2>{title}</h2>
        {amount && (
          <b className="num" translate="no">
            {masked ? <Mask of="Amount" /> : amount}
          </b>
        )}
      </div>
      <p>{why}</p>
      {'since' in one && <p className="small muted">Since {timeOf(Date.parse(one.since))}</p>}
      <p className="strong">{by}</p>
      {/* One below the other if large text leaves no room beside it. */}
      <div className="line between" style={{ flexWrap: 'wrap' }}>
        {one.kind === 'deposit-asks' ? (
          <button className="textbtn" type="button" onClick={() => setAsked(true)}>
            {next.text}
          </button>
        ) : (
          <Link className="textbtn" href={next.path}>
            {next.text}
          </Link>
        )}
        {'reference' in one && <HelpWith topic={{ title, reference: one.reference }} />}
      </div>
      {isAsked && one.kind === 'deposit-asks' && (
        <SenderDialog deposit={one} onClose={() => setAsked(false)} />
      )}
    </li>
  );
}

/** EASE-15: everything of the customer's that is held or under way, with its deadline. */
export function WaitingPage() {
  const { data: list, failure } = useSnapshot(waiting.known);
  const { timeZone } = useSnapshot(session);
  const isMasked = useMasked();
  useReload(waiting.load, CHANGING);
  const timeOf = (at: number): string => formatInstant(at, timeZone, serverNow());
  return (
    <div className="stack">
      <p className="muted">{leads['/waiting']}</p>
      {failure !== undefined && (
        <SectionFailed failure={failure} onAgain={() => void waiting.load()} />
      )}
      {!list && failure === undefined && (
        <SectionLoading text="Loading what is under way" height="12rem" />
      )}
      {list?.length === 0 && (
        <div className="card empty" role="status">
          <h2>Nothing is waiting</h2>
          <p>No transfer is under way and nothing is held.</p>
        </div>
      )}
      {list && list.length > 0 && (
        <ul className="stack">
          {list.map((one) => (
            <Item
              key={'reference' in one ? one.reference : one.kind}
              one={one}
              masked={isMasked}
              timeOf={timeOf}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
