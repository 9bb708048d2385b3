import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { alertChannels, alertKinds, type PriceAlert } from '#core/contract/wallet/price-alerts.ts';
import { readAmount } from '#core/money/amount-input.ts';
import { parseThreshold, thresholdScale } from '#core/money/price-alert.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { SectionFailed } from '#ui/feedback/section-states.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { alertText, channelNames, kindNames } from './alert-text.ts';
import { alerts, dropAlert, setAlert } from './alerts-state.ts';

interface Props {
  readonly code: string;
  readonly name: string;
  /** The customer's currency, in which alerts are set. */
  readonly currency: string;
  readonly onClose: () => void;
}

function AlertRow({ code, alert }: { readonly code: string; readonly alert: PriceAlert }) {
  const { timeZone } = useSnapshot(session);
  const text = alertText(alert);
  const drop = async (): Promise<void> => {
    const failure = await dropAlert(code, alert.alert_id);
    if (failure) toast.error(failure);
  };
  return (
    // One below the other if a long price leaves no room beside it.
    <li className="line between" style={{ flexWrap: 'wrap' }}>
      <span>
        <b className="num" translate="no">
          {text}
        </b>
        <br />
        <small className="muted">
          {alert.fired_at === null
            ? `Waits · ${channelNames[alert.channel]}`
            : `Reached on ${formatInstant(Date.parse(alert.fired_at), timeZone, serverNow())}`}
        </small>
      </span>
      <button
        className="textbtn"
        type="button"
        aria-label={`Remove: ${text}`}
        onClick={() => void drop()}
      >
        Remove
      </button>
    </li>
  );
}

/** The alerts on an asset, and a form to add one. */
export function AlertsDialog({ code, name, currency, onClose }: Props) {
  const { data: list, failure } = useSnapshot(alerts.known)[code] ?? {};
  const [kind, setKind] = useState<PriceAlert['kind']>('above');
  const [channel, setChannel] = useState<PriceAlert['channel']>('push');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  useEffect(() => void alerts.load(code), [code]);

  function type(entered: string): void {
    const reading = readAmount(entered, value, thresholdScale(kind), currency);
    if (reading.kind === 'amount') setValue(reading.value);
    setError(reading.kind === 'doubtful' ? reading.text : undefined);
  }

  return (
    <FormDialog
      title={`${name} price alerts`}
      sheet
      action="Set alert"
      busyAction="Setting"
      offline="Setting an alert needs a connection."
      check={() => {
        const isRight = parseThreshold(kind, value.replace(/\.$/, '')) !== undefined;
        if (!isRight) {
          setError(kind === 'move' ? 'Enter a move between 0.01 and 1000 %.' : 'Enter a price.');
        }
        return isRight;
      }}
      run={async () => {
        const plain = value.replace(/\.$/, '');
        const wrong = await setAlert({ currency_id: code, kind, value: plain, channel });
        if (wrong !== undefined) return setError(wrong);
        toast.success('Alert set');
        onClose();
      }}
      onClose={onClose}
    >
      {failure !== undefined && (
        <SectionFailed failure={failure} onAgain={() => void alerts.load(code)} />
      )}
      {list && list.length > 0 && (
        <ul className="stack" aria-label="Your alerts">
          {list.map((alert) => (
            <AlertRow key={alert.alert_id} code={code} alert={alert} />
          ))}
        </ul>
      )}
      <SelectField
        label="When the price"
        value={kind}
        options={alertKinds.map((one) => ({ value: one, label: kindNames[one] }))}
        onChange={(chosen) => {
          setKind(alertKinds.find((one) => one === chosen) ?? 'above');
          setError(undefined);
        }}
      />
      <TextField
        label={kind === 'move' ? 'Per cent, up or down' : `Price in ${currency}`}
        value={value}
        inputMode="decimal"
        autoComplete="off"
        required
        error={error}
        helpStays
        help="It tells you once, and then rests."
        onChange={type}
      />
      <SelectField
        label="Tell me by"
        value={channel}
        options={alertChannels.map((one) => ({ value: one, label: channelNames[one] }))}
        onChange={(chosen) => setChannel(alertChannels.find((one) => one === chosen) ?? 'push')}
      />
    </FormDialog>
  );
}
