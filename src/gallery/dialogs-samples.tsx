import { useState } from 'react';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { Sample } from './sample.tsx';

type Kind = 'dialog' | 'sheet' | 'plain' | 'form' | 'destructive';
const kinds: readonly Kind[] = ['dialog', 'sheet', 'plain', 'form', 'destructive'];

function Opened({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const [label, setLabel] = useState('');
  switch (kind) {
    case 'dialog':
    case 'sheet':
      return (
        <Dialog title="Signed out" sheet={kind === 'sheet'} onClose={onClose}>
          <p>Your session has ended. Nothing was sent or changed.</p>
          <Button variant="primary" wide onClick={onClose}>
            Sign in
          </Button>
        </Dialog>
      );
    case 'plain':
      return (
        <Dialog title="Without a close button" plain onClose={onClose}>
          <Button variant="primary" wide onClick={onClose}>
            OK
          </Button>
        </Dialog>
      );
    case 'form':
    case 'destructive':
      return (
        <FormDialog
          title={kind === 'form' ? 'Rename address' : 'Delete address'}
          action={kind === 'form' ? 'Save' : 'Delete'}
          danger={kind === 'destructive'}
          offline={NEEDS_CONNECTION}
          check={() => true}
          run={async (fail) => {
            if (!label) fail('The name is missing.');
          }}
          onClose={onClose}
        >
          <TextField label="Name" value={label} onChange={setLabel} />
        </FormDialog>
      );
  }
}

export function Samples() {
  const [open, setOpen] = useState<Kind>();
  return (
    <Sample title="Dialogs">
      {kinds.map((kind) => (
        <Button key={kind} onClick={() => setOpen(kind)}>
          {kind}
        </Button>
      ))}
      {open && <Opened kind={open} onClose={() => setOpen(undefined)} />}
    </Sample>
  );
}
