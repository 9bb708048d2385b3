import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { loadNotes, notes } from '#transport/customer/sealed-notes.ts';
import { SectionFailed } from '#ui/feedback/section-states.tsx';
import { useReload } from '#ui/hooks/use-reload.ts';
import css from './note.module.css';
import { NoteDialog } from './note-dialog.tsx';
import { OpenNotesDialog } from './open-notes-dialog.tsx';

interface Props {
  readonly entryId: string;
}

/** The customer's note on a transaction (EASE-16). It is shown as plain text, never as markup. */
export function NoteCard({ entryId }: Props) {
  const { status, texts, ids, failure } = useSnapshot(notes);
  const [open, setOpen] = useState(false);
  useReload(loadNotes);
  const text = texts.get(entryId)?.text;
  const isClosed = status === 'closed';
  return (
    <section className="card pad stack" aria-labelledby="note" aria-busy={status === 'loading'}>
      <div className="line between">
        <h2 id="note">Note</h2>
        {status !== 'loading' && status !== 'failed' && (
          <button className="textbtn" type="button" onClick={() => setOpen(true)}>
            {isClosed ? 'Open notes' : text === undefined ? 'Add a note' : 'Edit note'}
          </button>
        )}
      </div>
      {status === 'failed' && (
        <SectionFailed failure={failure ?? ''} onAgain={() => void loadNotes()} />
      )}
      {text !== undefined ? (
        <p className={css.text}>{text}</p>
      ) : (
        <p className="muted">
          {!isClosed
            ? 'Only you can read what you write here.'
            : ids.has(entryId)
              ? 'There is a note. It is sealed on this device.'
              : 'Your notes are sealed on this device.'}
        </p>
      )}
      {open &&
        (isClosed ? (
          <OpenNotesDialog onClose={() => setOpen(false)} />
        ) : (
          <NoteDialog entryId={entryId} onClose={() => setOpen(false)} />
        ))}
    </section>
  );
}
