import { useEffect, useState } from 'react';
import { brand } from '#core/brand.ts';
import { serverAnswers } from '#platform/worker/server-answers.ts';
import { useOnline } from '#ui/hooks/signals.ts';

type State = 'asking' | 'up' | 'down';

const pills: Readonly<Record<State, { readonly tone: string; readonly text: string }>> = {
  asking: { tone: 'wait', text: 'Asking…' },
  up: { tone: 'ok', text: 'Answering' },
  down: { tone: 'bad', text: 'Not answering' },
};

const OFFLINE = 'This device has no connection, so we cannot ask. This page works without one.';

const explanations: Readonly<Record<State, string>> = {
  asking: '',
  up: 'If something does not work for you, the cause is probably not a general outage.',
  down: 'Your money is safe. What was under way goes on by itself once the service answers again.',
};

/** Whether our servers can be reached; checked again whenever the device comes online. */
export function ServiceState() {
  const isOnline = useOnline();
  const [state, setState] = useState<State>('asking');
  useEffect(() => {
    if (!isOnline) return;
    let left = false;
    setState('asking');
    void serverAnswers().then((answers) => {
      if (!left) setState(answers ? 'up' : 'down');
    });
    return () => {
      left = true;
    };
  }, [isOnline]);
  const { tone, text } = pills[state];
  return (
    <section className="group" aria-labelledby="service">
      <h2 id="service">Is {brand.name} working?</h2>
      <div className="card pad stack" role="status">
        {isOnline ? (
          <>
            <p>
              <span className={`pill pill--${tone}`}>{text}</span>
            </p>
            <p className="small muted">{explanations[state]}</p>
          </>
        ) : (
          <p>{OFFLINE}</p>
        )}
        {/* The status page is outside the app, so its link is a plain one. */}
        <p>
          <a href="/status">Service status</a>
        </p>
      </div>
    </section>
  );
}
