import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { readAmount } from '#core/money/amount-input.ts';
import type { Cash } from '#core/money/cash.ts';
import { offeredAssets } from '#core/money/currencies.ts';
import { quotable } from '#core/money/swap-form.ts';
import { holdingsOf } from '#core/statement/portfolio.ts';
import { dayOf } from '#core/time/day-span.ts';
import { dayAfter, occurrence, type Rhythm, rhythms } from '#core/time/recurrence.ts';
import { VALID_AMOUNT } from '#core/words/amounts.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { balances, loadBalances } from '#transport/money/known-balances.ts';
import { session } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { comingBuys, shortText } from './cover.ts';
import { buyAdder, buys } from './recurring-state.ts';
import { capital, comingDay, rhythmNames, spreadText } from './recurring-texts.ts';

const YEAR_MS = 365 * 24 * 3600_000;

interface Props {
  readonly cash: Cash;
  /** In basis points. */
  readonly mostSpread: number;
  /** The asset of the page that it is opened on. */
  readonly about?: string | undefined;
  readonly onClose: () => void;
}

interface Wanted {
  readonly asset: string;
  readonly amount: string;
  readonly every: Rhythm;
  readonly first: string;
}

/** Said before it is set up: its first day will find too little cash, as things are (EYE-07). */
function useShort({ code }: Cash, wanted: Wanted | undefined): string | undefined {
  const { timeZone } = useSnapshot(session);
  const { data } = useSnapshot(balances.known);
  const planned = useSnapshot(buys.known).data?.list ?? [];
  if (!data || !wanted) return undefined;
  const available =
    holdingsOf(data.entries, code).find((one) => one.code === code)?.available ?? '0';
  const own = {
    ...{ currency_id: wanted.asset, cash_id: code, amount: wanted.amount, every: wanted.every },
    next_on: wanted.first,
  };
  // After what is planned on the same day, as it is set up after it.
  const coming = comingBuys([...planned, own], { code, available }, serverNow());
  const first = coming.findLast(
    ({ day, asset, amount }) =>
      day === wanted.first && asset === wanted.asset && amount === wanted.amount,
  );
  return first && shortText(first, { code, available }, { now: serverNow(), timeZone });
}

/** BANK-08: chooses an asset, an amount, a rhythm and the first day. */
export function NewBuyDialog({ cash, mostSpread, about, onClose }: Props) {
  const [earliest] = useState(() => dayAfter(serverNow()));
  const [send] = useState(buyAdder);
  const assets = offeredAssets(cash.code);
  const [asset, setAsset] = useState<string>(
    assets.find(({ code }) => code === about)?.code ?? assets[0]?.code ?? '',
  );
  const [amount, setAmount] = useState('');
  const [every, setEvery] = useState<Rhythm>('monthly');
  const [first, setFirst] = useState(earliest);
  const [wrong, setWrong] = useState<{ amount?: string; first?: string }>({});
  const latest = new Date(Date.parse(earliest) + YEAR_MS).toISOString().slice(0, 10);

  function type(entered: string): void {
    const reading = readAmount(entered, amount, cash.scale, cash.code);
    if (reading.kind === 'amount') setAmount(reading.value);
    setWrong(reading.kind === 'doubtful' ? { amount: reading.text } : {});
  }
  const isDay = dayOf(first) !== undefined && first >= earliest && first <= latest;
  const plain = amount.replace(/\.$/, '');
  const { timeZone } = useSnapshot(session);
  const text = (day: string): string => comingDay(day, { now: serverNow(), timeZone });
  useEffect(() => void loadBalances(), []);
  const short = useShort(
    cash,
    isDay && quotable(plain) ? { asset, amount: plain, every, first } : undefined,
  );

  return (
    <FormDialog
      title="New recurring buy"
      sheet
      action="Set up"
      busyAction="Setting up"
      offline="Setting up a recurring buy needs a connection."
      check={() => {
        const found = {
          ...(quotable(plain) ? {} : { amount: VALID_AMOUNT }),
          ...(isDay ? {} : { first: `Choose a day from ${text(earliest)} on, within a year.` }),
        };
        setWrong(found);
        return Object.keys(found).length === 0;
      }}
      run={async (fail) => {
        const failure = await send({
          ...{ currency_id: asset, amount: plain, every, first_on: first },
        });
        if (failure !== undefined) return fail(failure);
        toast.success('Recurring buy set up');
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        label="Buy"
        value={asset}
        options={assets.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={setAsset}
      />
      <TextField
        label={`For how much, in ${cash.code}`}
        value={amount}
        inputMode="decimal"
        autoComplete="off"
        required
        error={wrong.amount}
        onChange={type}
      />
      <SelectField
        label="How often"
        value={every}
        options={rhythms.map((one) => ({ value: one, label: rhythmNames[one] }))}
        onChange={(chosen) => setEvery(rhythms.find((one) => one === chosen) ?? 'monthly')}
      />
      <TextField
        label="First on"
        type="date"
        value={first}
        required
        error={wrong.first}
        onChange={(day) => {
          setFirst(day);
          setWrong({});
        }}
      />
      <div role="status">
        {short !== undefined && (
          <div className="banner banner--warn">
            <PageIcon name="alert" />
            <p className="grow">
              {short} <Link href="/cash/add">Add money</Link>
            </p>
          </div>
        )}
      </div>
      <p className="small muted" aria-live="polite">
        {isDay &&
          `${capital(text(first))}, then ${text(occurrence(first, every, 1))} and ${text(occurrence(first, every, 2))}. `}
        Each is bought from your cash at the price of its day, with a spread of at most{' '}
        {spreadText(mostSpread)}. With too little cash, or no such price, the day is skipped and you
        are told; nothing is made up for.
      </p>
    </FormDialog>
  );
}
