import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { type ReportTopic, reportTopic } from '#core/carried/report-topic.ts';
import { LONGEST_TEXT, requestTitles, tooLateText } from '#core/people/request-rules.ts';
import { isBlank } from '#core/text/one-line.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { SAY_WHAT_HAPPENED } from '#core/words/requests.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitForm } from '#ui/forms/submit-form.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { IdLine } from '#ui/marks/id-line.tsx';
import {
  answerTexts,
  forgetForm,
  helpTexts,
  keepForm,
  kindsFor,
  type RequestForm,
  startingForm,
} from './request-form.ts';
import { send } from './requests-state.ts';

function About({ title, id, at }: NonNullable<ReportTopic['transaction']>) {
  const { timeZone } = useSnapshot(session);
  return (
    <section className="card pad stack" aria-labelledby="about">
      <h2 id="about">{title}</h2>
      <dl className="kv">
        <div>
          <dt>Date</dt>
          <dd>{formatInstant(at, timeZone, serverNow())}</dd>
        </div>
        <IdLine label="Transaction ID" id={id} />
      </dl>
    </section>
  );
}

/** KEEP-03: the form of a request or complaint; what was typed is kept until it is sent. */
export function NewRequestPage() {
  const topic = reportTopic.read(useHistoryState()) ?? {};
  const { transaction } = topic;
  const [form, setForm] = useState(() => startingForm(topic, serverNow()));
  const [missing, setMissing] = useState(false);
  useFlow('request', form.body !== '');
  const change = (next: RequestForm): void => {
    setForm(next);
    setMissing(false);
    keepForm(next, topic);
  };
  const late = transaction && tooLateText(form.kind, transaction.at, serverNow());
  return (
    <div className="stack stack--wide">
      {transaction && <About {...transaction} />}
      <section className="card pad stack" aria-label="Your request">
        <SubmitForm
          action="Send"
          busyAction="Sending"
          offline="Sending needs a connection. What you typed stays here."
          blocked={late}
          check={() => {
            const empty = isBlank(form.body);
            setMissing(empty);
            return !empty;
          }}
          run={async (fail) => {
            const sent = await send({
              key: form.key,
              kind: form.kind,
              body: form.body,
              ...(transaction && { about: transaction.id, title: transaction.title }),
            });
            if ('failure' in sent) return fail(sent.failure);
            forgetForm();
            toast.success(`Sent. Your reference is ${sent.reference}.`);
            navigate('/requests', { replace: true });
          }}
        >
          <SelectField
            label="What is it?"
            value={form.kind}
            options={kindsFor(topic).map((kind) => ({ value: kind, label: requestTitles[kind] }))}
            onChange={(value) => {
              const kind = kindsFor(topic).find((one) => one === value);
              if (kind) change({ ...form, kind });
            }}
          />
          <TextArea
            label="What happened"
            value={form.body}
            maxLength={LONGEST_TEXT}
            help={helpTexts[form.kind]}
            error={missing ? SAY_WHAT_HAPPENED : undefined}
            onChange={(body) => change({ ...form, body })}
          />
          <p className="small muted">
            {answerTexts[form.kind]} Never send a password, a code or a recovery code.
          </p>
        </SubmitForm>
      </section>
    </div>
  );
}
