import { AddressText } from '#ui/marks/address-text.tsx';
import { CounterpartyDialog } from '#withdrawal/counterparty-dialog.tsx';
import { ControlDialog } from './control-dialog.tsx';
import type { WithdrawMachine } from './withdraw-machine.ts';
import type { Asking } from './withdraw-state.ts';

const words = {
  title: 'Whose address is this?',
  owner: 'It is',
  mine: 'Mine',
  other: 'Somebody else’s',
  keeper: 'Kept in',
  action: 'Go on',
  offline: 'This needs a connection. What you chose stays here.',
};

interface Props {
  readonly machine: WithdrawMachine;
  readonly asking: Asking;
}

/** KEEP-07: asked once for each recipient, between the form and its review. */
export function RecipientDialog({ machine, asking }: Props) {
  const { review, said, control } = asking;
  if (control) return <ControlDialog machine={machine} review={review} control={control} />;
  return (
    <CounterpartyDialog
      words={words}
      said={said}
      about={
        <>
          <p className="small muted">
            The law has us ask once for each recipient, and hand it on with the transfer.
          </p>
          <AddressText address={review.address} />
        </>
      }
      onSay={machine.say}
      onClose={machine.stopAsking}
    />
  );
}
