import { useState } from 'react';
import { useOpening } from '#ui/hooks/use-opening.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { AlertsDialog } from './alerts-dialog.tsx';

interface Props {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
}

/** LIVE-05: the alerts on an asset's price. */
export function AlertsCard(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  useOpening('alerts', () => setIsOpen(true));
  return (
    <div className="card rows">
      <button className="row" type="button" onClick={() => setIsOpen(true)}>
        <span className="ticon">
          <PageIcon name="bell" />
        </span>
        <span>
          <b>Price alerts</b>
          <small>Be told when the price does something</small>
        </span>
        <PageIcon name="right" size="s" />
      </button>
      {isOpen && <AlertsDialog {...props} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
