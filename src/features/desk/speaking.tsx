import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import type { Conversation } from '#core/contract/staff/desk.ts';
import { type Channel, channels } from '#core/people/channels.ts';
import { LONGEST_TEXT } from '#core/people/request-rules.ts';
import { isBlank } from '#core/text/one-line.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { SAY_WHAT_ABOUT } from '#core/words/staff.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitForm } from '#ui/forms/submit-form.tsx';
import { useFields } from '#ui/forms/use-fields.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
import css from './desk.module.css';
import { beginSpeaking, stopSpeaking } from './desk-state.ts';
import { channelTitles } from './desk-texts.ts';
import { ProofDialog } from './proof-dialog.tsx';

interface GoingProps {
  readonly one: Snapshot<Conversation>;
  readonly onChanged: () => void;
}

function Going({ one, onChanged }: GoingProps) {
  const { timeZone } = useSnapshot(session);
  const now = serverNow();
  const timeOf = (at: string): string => formatInstant(Date.parse(at), timeZone, now);
  const { button, submit } = useSubmit({
    offline: NEEDS_CONNECTION,
    run: async (fail) => {
      const failure = await stopSpeaking(one.id);
      if (failure !== undefined) return fail(failure);
      onChanged();
    },
  });
  return (
    <li className="stack">
      <div>
        <p className="strong">
          {channelTitles[one.channel]} since {timeOf(one.since)}
        </p>
        <p className={`small muted ${css.whom}`}>
          {one.own ? 'You' : one.by} · until {timeOf(one.until)} at the latest
        </p>
      </div>
      <Button wide {...button} type="button" onClick={submit}>
        It is over
      </Button>
    </li>
  );
}

interface Props {
  /** The customer's account id. */
  readonly customer: string;
  readonly speaking: readonly Snapshot<Conversation>[];
  readonly onChanged: () => void;
}

/**
 * KEEP-17: an officer records that they speak with the customer, whose “Is this really Kopa?” page then shows
 * it.
 */
export function Speaking({ customer, speaking, onChanged }: Props) {
  const [channel, setChannel] = useState<Channel>('phone');
  const { values, show, bind } = useFields({ about: '' });
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="card pad stack" aria-labelledby="speaking">
      <h2 id="speaking">Speaking with the customer</h2>
      {speaking.length > 0 ? (
        <ul className={`stack ${css.list}`}>
          {speaking.map((one) => (
            <Going key={one.id} one={one} onChanged={onChanged} />
          ))}
        </ul>
      ) : (
        <p className="small muted">
          Nobody says that they do, and “Is this really Kopa?” tells the customer so.
        </p>
      )}
      {!speaking.some(({ own }) => own) && (
        <SubmitForm
          action="I am speaking with them"
          offline={NEEDS_CONNECTION}
          check={() => show({ about: isBlank(values.about) ? SAY_WHAT_ABOUT : undefined })}
          run={async () => setAsking(true)}
        >
          <SelectField
            label="How"
            value={channel}
            options={channels.map((value) => ({ value, label: channelTitles[value] }))}
            onChange={(value) => setChannel(channels.find((one) => one === value) ?? channel)}
          />
          <TextField
            label="What it is about"
            maxLength={LONGEST_TEXT}
            help="For the record. The customer sees how you speak, and not why. It ends by itself after an hour."
            {...bind('about')}
          />
        </SubmitForm>
      )}
      {isAsking && (
        <ProofDialog
          act={{ act: 'speak', id: customer, channel, reason: values.about }}
          title="Confirm it is you"
          about="“Is this really Kopa?” then tells the customer that we speak with them."
          action="I am speaking with them"
          busyAction="Recording"
          onProof={async (otp) => {
            const spoken = { id: customer, channel, reason: values.about, otp };
            const not = await beginSpeaking(spoken);
            if (not) return not;
            setAsking(false);
            onChanged();
            return undefined;
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
