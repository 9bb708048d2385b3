import { type ComponentType, useState } from 'react';

interface Props {
  readonly onOpened: () => void;
}

/** Tells that a search could not include the customer's notes, and offers to open them. */
export function SealedNotes({ onOpened }: Props) {
  const [Dialog, setDialog] = useState<ComponentType<{ readonly onClose: () => void }>>();
  const open = (): void => {
    import('./open-notes-dialog.tsx').then(
      ({ OpenNotesDialog }) => setDialog(() => OpenNotesDialog),
      () => undefined,
    );
  };
  return (
    <div className="reason">
      <span>
        Your notes are sealed on this device and are not searched.{' '}
        <button className="textbtn" type="button" onClick={open}>
          Open notes
        </button>
      </span>
      {Dialog && (
        <Dialog
          onClose={() => {
            setDialog(undefined);
            onOpened();
          }}
        />
      )}
    </div>
  );
}
