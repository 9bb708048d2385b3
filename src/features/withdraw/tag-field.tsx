import { ownTagOf } from '#core/money/withdraw-form.ts';
import { TextField } from '#ui/forms/field.tsx';
import css from './withdraw.module.css';
import type { WithdrawMachine } from './withdraw-machine.ts';
import type { WithdrawState } from './withdraw-state.ts';

interface Props {
  readonly machine: WithdrawMachine;
  readonly state: WithdrawState;
  readonly network: string;
  readonly problem: string | undefined;
}

/** A tag, or the customer's confirmation that the recipient needs none (BEY-05). */
export function TagField({ machine, state, network, problem }: Props) {
  const own = ownTagOf(network, state.address);
  if (own && state.tag === '') {
    return (
      <p className="help">
        {own.tag === undefined
          ? 'This address needs no destination tag.'
          : `This address already includes the destination tag ${own.tag}.`}
      </p>
    );
  }
  return (
    <div className="stack">
      <TextField
        label="Destination tag"
        value={state.tag}
        onChange={machine.typeTag}
        inputMode="numeric"
        autoComplete="off"
        help="Exchanges share one address and use this number to tell customers apart. Without it, your money can be lost."
        error={problem}
      />
      <label className={css.check}>
        <input
          type="checkbox"
          checked={state.noTag}
          onChange={({ target }) => machine.setNoTag(target.checked)}
        />
        The recipient needs no tag
      </label>
    </div>
  );
}
