import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { SectionFailed } from '#ui/feedback/section-states.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useOpening } from '#ui/hooks/use-opening.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { type OpenDialog, SecurityDialog } from './security-dialogs.tsx';
import { SecuritySkeleton } from './security-skeleton.tsx';
import { made, type Security, security } from './security-state.ts';

interface Props {
  readonly children: (
    known: Security,
    show: (shown: OpenDialog) => void,
    isBusy: boolean,
  ) => ReactNode;
}

/** Draws the security settings once they are loaded, and the dialog that changes one of them. */
export function SecurityKnown({ children }: Props) {
  const isOnline = useOnline();
  const known = useSnapshot(security.known);
  const { codes } = useSnapshot(made);
  const [shown, show] = useState<OpenDialog>();
  useReload(security.load);
  useOpening('freeze', () => show({ kind: 'freeze' }));

  if (!isOnline && !known.data) {
    return (
      <p className="reason">
        <Icon name="offline" size="s" />
        You’re offline. Connect to see and change your security settings.
      </p>
    );
  }
  if (!known.data) {
    return known.failure === undefined ? (
      <SecuritySkeleton />
    ) : (
      <SectionFailed failure={known.failure} onAgain={() => void security.load()} />
    );
  }
  const { data } = known;
  const open: OpenDialog | undefined = codes ? { kind: 'success', ...codes } : shown;
  return (
    <div className="stack stack--wide">
      {children(data, show, open !== undefined)}
      {open && <SecurityDialog shown={open} known={data} show={show} />}
    </div>
  );
}
