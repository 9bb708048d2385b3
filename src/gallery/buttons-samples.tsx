import { useState } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { ExportMenu } from '#ui/actions/export-menu.tsx';
import { Tiles } from '#ui/actions/tiles.tsx';
import { Chips } from '#ui/forms/chips.tsx';
import { Switch } from '#ui/forms/switch.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Sample } from './sample.tsx';

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
const periods = ['All', 'Last 7 days', 'Last 30 days', 'This year', 'Custom'] as const;
const tiles = [
  { to: '/assets/send', label: 'Withdraw', icon: 'up' },
  { to: '/assets/receive', label: 'Deposit', icon: 'down', offline: true },
  { to: '/transactions', label: 'History', icon: 'list' },
] as const;

export function Samples() {
  const [period, setPeriod] = useState<(typeof periods)[number]>('All');
  const [on, setOn] = useState(true);
  return (
    <>
      {variants.map((variant) => (
        <Sample key={variant} title={variant}>
          <Button variant={variant}>Withdraw</Button>
          <Button variant={variant} busy>
            Sending
          </Button>
          <Button variant={variant} disabledReason="Withdrawing needs a connection.">
            Withdraw
          </Button>
        </Sample>
      ))}
      <Sample title="Wide, after a press that failed" full>
        <Button variant="primary" wide failure="Nothing was sent. Try again.">
          Confirm and withdraw
        </Button>
      </Sample>
      <Sample title="Small buttons">
        <CopyButton text="bc1q" what="Address">
          Copy address
        </CopyButton>
        <button className="iconbtn" type="button" aria-label="Close">
          <Icon name="x" />
        </button>
        <button className="textbtn" type="button">
          Try again
        </button>
      </Sample>
      <Sample title="Chips" full>
        <Chips label="Period" options={periods} chosen={period} onChoose={setPeriod} />
      </Sample>
      <Sample title="Switch">
        <Switch label="Hide small balances" checked={on} onChange={setOn} />
        <Switch label="The other way round" checked={!on} onChange={(other) => setOn(!other)} />
      </Sample>
      <Sample title="Tiles" full>
        <Tiles tiles={tiles} online reason="" />
        <Tiles tiles={tiles} online={false} reason="You are offline. Deposits work." />
      </Sample>
      <Sample title="Export">
        <ExportMenu
          of="sample"
          country="LT"
          onExport={async () => 'The file could not be written. Try again.'}
        />
        <ExportMenu
          of="sample"
          country="LT"
          onExport={async () => undefined}
          disabledReason="There is nothing to export yet."
        />
      </Sample>
    </>
  );
}
