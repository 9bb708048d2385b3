import { answerDeposit } from '#core/contract/money/counterparty.ts';
import type { Waiting } from '#core/contract/money/waiting.ts';
import { formatCrypto } from '#core/money/format.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { CounterpartyDialog } from '#withdrawal/counterparty-dialog.tsx';
import { waiting } from './waiting-state.ts';

const words = {
  title: 'Who sent this deposit?',
  owner: 'It came from',
  mine: 'Me',
  other: 'Somebody else',
  keeper: 'Sent from',
  action: 'Save',
  offline: 'This needs a connection. What you chose stays here.',
};

interface Props {
  readonly deposit: Extract<Waiting, { kind: 'deposit-asks' }>;
  readonly onClose: () => void;
}

/** KEEP-07: a deposit without information about its sender is held until the customer states who sent it. */
export function SenderDialog({ deposit, onClose }: Props) {
  const { reference, amount, currency, network } = deposit;
  return (
    <CounterpartyDialog
      words={words}
      about={
        <p>
          <b className="num" translate="no">
            {formatCrypto(amount, currency)}
          </b>{' '}
          on the {network} network. The law has us ask before it is added to your balance.
        </p>
      }
      onSay={async (counterparty) => {
        const outcome = await call(answerDeposit, { deposit_id: reference, counterparty });
        if (!outcome.ok) {
          return failureText(outcome.failure, 'That could not be saved. Please try again.');
        }
        toast.success('Saved. The deposit goes on by itself.');
        onClose();
        void waiting.load();
        return undefined;
      }}
      onClose={onClose}
    />
  );
}
