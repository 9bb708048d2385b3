import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { CostAsked, Gains } from '#core/contract/wallet/gains.ts';
import { readAmount } from '#core/money/amount-input.ts';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { instantOf } from '#core/statement/statement.ts';
import { dayIn, formatInstantInFull } from '#core/time/date-text.ts';
import { session } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { sayCost } from './gains-state.ts';

interface Props {
  readonly known: Gains;
  readonly onClose: () => void;
}

/** What was typed about one deposit and not sent. */
interface Typed {
  readonly id: string;
  readonly text: string;
  readonly error?: string | undefined;
}

const nextOf = (asked: readonly CostAsked[]): CostAsked | undefined =>
  asked.find(({ stated }) => stated === undefined);

/** Asks what a deposit cost. Each is asked about once; later the customer can correct the answer. */
export function CostDialog({ known, onClose }: Props) {
  const { timeZone } = useSnapshot(session);
  const { money_id: money, currency_id: code, asked } = known;
  const [chosen, setChosen] = useState(() => (nextOf(asked) ?? asked[0])?.journal_id ?? '');
  const [typed, setTyped] = useState<Typed>();
  const one = asked.find(({ journal_id }) => journal_id === chosen);
  if (!one) return null;
  const own = typed?.id === chosen ? typed : undefined;
  const text = own?.text ?? one.stated ?? '';

  function type(entered: string): void {
    const reading = readAmount(entered, text, FIAT_SCALE, money);
    switch (reading.kind) {
      case 'amount':
        setTyped({ id: chosen, text: reading.value });
        break;
      case 'doubtful':
        setTyped({ id: chosen, text, error: reading.text });
        break;
      case 'refused':
        setTyped({ id: chosen, text });
        break;
    }
  }

  async function save(fail: (text: string) => void): Promise<void> {
    const failure = await sayCost(code, chosen, text.replace(/\.$/, ''));
    if (failure !== undefined) return fail(failure);
    toast.success('Cost saved');
    const rest = nextOf(asked.filter(({ journal_id }) => journal_id !== chosen));
    setTyped(undefined);
    if (rest) setChosen(rest.journal_id);
    else onClose();
  }

  return (
    <FormDialog
      title="What a deposit cost"
      sheet
      action="Save"
      busyAction="Saving..."
      offline="A cost can be saved when you are online."
      check={() => {
        const isAmount = /\d/.test(text);
        if (!isAmount) setTyped({ id: chosen, text, error: `Enter what it cost in ${money}.` });
        return isAmount;
      }}
      run={save}
      onClose={onClose}
    >
      <p className="muted">
        Only you know what you paid for what you deposited. Until you say it, its cost counts as
        unknown and never as zero.
      </p>
      <SelectField
        label="Deposit"
        value={chosen}
        options={asked.map(({ journal_id, created_at, amount, stated }) => ({
          value: journal_id,
          label: `${dayIn(timeZone, instantOf(created_at))} · ${formatCrypto(amount, code)}${stated === undefined ? '' : ' · stated'}`,
        }))}
        onChange={setChosen}
      />
      <TextField
        label={`Total cost in ${money}`}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        required
        error={own?.error}
        helpStays
        help={
          one.value === undefined
            ? `It arrived on ${formatInstantInFull(instantOf(one.created_at), timeZone)}.`
            : `When it arrived, it was worth ${formatFiat(one.value, money)}.`
        }
        onChange={type}
      />
    </FormDialog>
  );
}
