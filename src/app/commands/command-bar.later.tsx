import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { useLocation } from 'wouter';
import { marketOf } from '#core/money/region.ts';
import { setTheme, toggleMask } from '#platform/kept/preferences.ts';
import { flowHere } from '#platform/page/flow-lock.ts';
import { recipients } from '#transport/money/saved-recipients.ts';
import { needsSecondFactor, roleOf, session } from '#transport/session/session.ts';
import { logOut } from '#transport/session/sign-out.ts';
import { CommandDialog } from '#ui/actions/command-dialog.tsx';
import { useMasked } from '#ui/hooks/signals.ts';
import { Coin } from '#ui/marks/coin.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { closeCommands } from './command-signal.ts';
import { type Command, commandGroups, commandsFor, type Deed, findCommands } from './commands.ts';

/** Whether a deed leaves the page that is open. */
const leaves = ({ kind }: Deed): boolean =>
  kind === 'go' || kind === 'document' || kind === 'sign-out';

const Mark = ({ mark }: Pick<Command, 'mark'>) =>
  'coin' in mark ? <Coin code={mark.coin} size={28} /> : <PageIcon name={mark.icon} size="s" />;

/** EYE-12: everything that one can open and do, by typing what it is called. */
export function CommandBar() {
  const current = useSnapshot(session);
  const role = roleOf(current);
  const { data: saved } = useSnapshot(recipients.known);
  const masked = useMasked();
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  /** What was chosen while something on this page is not finished. */
  const [asks, setAsks] = useState<Command>();
  const setsUp = needsSecondFactor(current);
  const isCustomer = role === 'user' && !setsUp;
  useEffect(() => {
    if (isCustomer && !recipients.known.data) void recipients.load();
  }, [isCustomer]);
  const market = marketOf(current);
  const all = useMemo(
    () => commandsFor({ role, setsUp, market, masked, recipients: saved ?? [] }),
    [role, setsUp, market, masked, saved],
  );
  const found = findCommands(all, search);

  function act(deed: Deed): void {
    closeCommands();
    switch (deed.kind) {
      case 'go':
        navigate(deed.href, { state: deed.state });
        break;
      case 'document':
        location.assign(deed.href);
        break;
      case 'theme':
        setTheme(deed.theme);
        break;
      case 'mask':
        toggleMask();
        break;
      case 'sign-out':
        void logOut();
    }
  }
  const choose = (id: string): void => {
    const command = found.find((one) => one.id === id);
    if (!command) return;
    // What is half done here is not left without a word.
    if (leaves(command.deed) && flowHere()) setAsks(command);
    else act(command.deed);
  };
  return (
    <CommandDialog
      label="Search or do"
      search={search}
      onSearch={setSearch}
      groups={commandGroups.map((name) => ({
        name,
        options: found
          .filter(({ group }) => group === name)
          .map(({ id, title, note, keys, mark }) => ({
            id,
            title,
            note,
            keys,
            mark: <Mark mark={mark} />,
          })),
      }))}
      nothing={`Nothing is called “${search.trim()}”`}
      onChoose={choose}
      onClose={closeCommands}
      asks={
        asks && {
          text: `What you began on this page is not finished. “${asks.title}” leaves it.`,
          stay: 'Stay here',
          leave: 'Leave this page',
          onStay: () => setAsks(undefined),
          onLeave: () => act(asks.deed),
        }
      }
    />
  );
}
