import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import { Link } from 'wouter';
import { alertChannels, alertKinds, type PriceAlert } from '#core/contract/wallet/price-alerts.ts';
import { readAmount } from '#core/money/amount-input.ts';
import { findAsset, offeredAssets } from '#core/money/currencies.ts';
import { parseThreshold, thresholdScale } from '#core/money/price-alert.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { MOVE_BOUNDS, PRICE_NEEDED } from '#core/words/alerts.ts';
import type { PushState } from '#platform/device/push-subscription.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { SectionFailed } from '#ui/feedback/section-states.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useReload } from '#ui/hooks/use-reload.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { alertText, channelNames, kindNames, tellsText } from './alert-text.ts';
import { alerts, dropAlert, setAlert } from './alerts-state.ts';
import { unreachedMark, unreachedText, usePushHere } from './push-here.ts';

interface Props {
  /** The asset that the alert is about; undefined if it is chosen here. */
  readonly code: string | undefined;
  /** The customer's currency, in which alerts are set. */
  readonly currency: string;
  readonly onClose: () => void;
}

type ToldAlert = Snapshot<PriceAlert>;

/** What removes an alert. */
export function DropAlert({ alert, about }: { readonly alert: ToldAlert; readonly about: string }) {
  const drop = async (): Promise<void> => {
    const failure = await dropAlert(alert.alert_id);
    if (failure) toast.error(failure);
  };
  return (
    <button
      className="textbtn"
      type="button"
      aria-label={`Remove: ${about}`}
      onClick={() => void drop()}
    >
      Remove
    </button>
  );
}

/** Whether an alert waits, and how it tells; or when it told. */
export function alertState(alert: ToldAlert, timeZone: string, push: PushState): string {
  const { fired_at: fired } = alert;
  // What an older server does not say is not guessed.
  const isHere = alert.tells_by === undefined || unreachedMark(push) === undefined;
  return fired === null
    ? `Waits · ${tellsText(alert, isHere)}`
    : `Reached on ${formatInstant(Date.parse(fired), timeZone, serverNow())}`;
}

interface RowProps {
  readonly alert: ToldAlert;
  readonly push: PushState;
}

function AlertRow({ alert, push }: RowProps) {
  const { timeZone } = useSnapshot(session);
  const text = alertText(alert);
  return (
    // One below the other if a long price leaves no room beside it.
    <li className="line between" style={{ flexWrap: 'wrap' }}>
      <span>
        <b className="num" translate="no">
          {text}
        </b>
        <br />
        <small className="muted">{alertState(alert, timeZone, push)}</small>
      </span>
      <DropAlert alert={alert} about={text} />
    </li>
  );
}

/** The alerts on an asset, and a form to add one. */
export function AlertsDialog({ code: about, currency, onClose }: Props) {
  const { data, failure } = useSnapshot(alerts.known);
  const [code, setCode] = useState(about ?? offeredAssets(currency)[0]?.code ?? '');
  const [kind, setKind] = useState<PriceAlert['kind']>('above');
  const [channel, setChannel] = useState<PriceAlert['channel']>('push');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const push = usePushHere();
  useReload(alerts.load);
  const list = data?.filter(({ currency_id }) => currency_id === code) ?? [];
  const unreached = channel === 'push' ? unreachedText(push) : undefined;

  function type(entered: string): void {
    const reading = readAmount(entered, value, thresholdScale(kind), currency);
    if (reading.kind === 'amount') setValue(reading.value);
    setError(reading.kind === 'doubtful' ? reading.text : undefined);
  }

  return (
    <FormDialog
      title={
        about === undefined ? 'New price alert' : `${findAsset(code)?.name ?? code} price alerts`
      }
      sheet
      action="Set alert"
      busyAction="Setting"
      offline="Setting an alert needs a connection."
      check={() => {
        const isRight = parseThreshold(kind, value.replace(/\.$/, '')) !== undefined;
        if (!isRight) {
          setError(kind === 'move' ? MOVE_BOUNDS : PRICE_NEEDED);
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
        <SectionFailed failure={failure} onAgain={() => void alerts.load()} />
      )}
      {list.length > 0 && (
        <ul className="stack" aria-label="Your alerts">
          {list.map((alert) => (
            <AlertRow key={alert.alert_id} alert={alert} push={push} />
          ))}
        </ul>
      )}
      {about === undefined && (
        <SelectField
          label="Asset"
          value={code}
          options={offeredAssets(currency).map((one) => ({ value: one.code, label: one.name }))}
          onChange={setCode}
        />
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
      {unreached !== undefined && (
        <div className="banner banner--warn" role="status">
          <PageIcon name="alert" />
          <p className="grow">
            {unreached} <Link href="/profile/notifications">Notifications</Link>
          </p>
        </div>
      )}
    </FormDialog>
  );
}
