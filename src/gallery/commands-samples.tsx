import { useState } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { CommandDialog } from '#ui/actions/command-dialog.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { Sample } from './sample.tsx';

const groups = [
  {
    name: 'Do',
    options: [
      { id: 'buy', title: 'Buy Bitcoin', mark: <PageIcon name="trade" size="s" /> },
      { id: 'hide', title: 'Hide balances', mark: <PageIcon name="eyeoff" size="s" /> },
    ],
  },
  {
    name: 'Go to',
    options: [
      {
        id: 'swap',
        title: 'Swap',
        keys: ['g', 's'],
        mark: <PageIcon name="swap" size="s" />,
      },
      { id: 'bitcoin', title: 'Bitcoin', mark: <Coin code="BTC" size={28} /> },
    ],
  },
  {
    name: 'Recipients',
    options: [
      { id: 'rasa', title: 'Rasa', note: 'Withdraw Bitcoin', mark: <Coin code="BTC" size={28} /> },
    ],
  },
];

export function Samples() {
  const [kind, setKind] = useState<'open' | 'asks'>();
  const [search, setSearch] = useState('');
  const close = (): void => setKind(undefined);
  const sought = search.trim().toLowerCase();
  return (
    <Sample title="Command bar">
      <Button onClick={() => setKind('open')}>Search or do</Button>
      <Button onClick={() => setKind('asks')}>Before a page is left</Button>
      {kind && (
        <CommandDialog
          label="Search or do"
          search={search}
          onSearch={setSearch}
          groups={groups.map(({ name, options }) => ({
            name,
            options: options.filter(({ title }) => title.toLowerCase().includes(sought)),
          }))}
          nothing={`Nothing is called “${search.trim()}”`}
          onChoose={close}
          onClose={close}
          asks={
            kind === 'asks'
              ? {
                  text: 'What you began on this page is not finished. “Swap” leaves it.',
                  stay: 'Stay here',
                  leave: 'Leave this page',
                  onStay: () => setKind('open'),
                  onLeave: close,
                }
              : undefined
          }
        />
      )}
    </Sample>
  );
}
