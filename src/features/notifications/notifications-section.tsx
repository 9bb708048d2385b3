import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { brand } from '#core/brand.ts';
import {
  alwaysMailed,
  type Channel,
  neverSent,
  notificationGroups,
} from '#core/people/notifications.ts';
import { SectionTabs } from '#ui/actions/section-tabs.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { eventTexts, groupTexts } from './notification-texts.ts';
import css from './notifications.module.css';
import {
  isSecurityOnly,
  loadNotifications,
  notifications,
  turn,
  turnAll,
  turnPush,
  turnToSecurity,
} from './notifications-state.ts';
import { SwitchRow } from './switch-row.tsx';

const tabs: readonly { readonly id: Channel; readonly label: string }[] = [
  { id: 'popup', label: 'Pop-ups' },
  { id: 'email', label: 'Emails' },
];

const isLocked = (channel: Channel, event: string): boolean =>
  channel === 'email' && alwaysMailed.some((one) => one === event);

interface GroupProps {
  readonly channel: Channel;
  readonly name: string;
  readonly events: readonly string[];
  readonly chosen: readonly string[];
  readonly off: boolean;
}

const happens = (event: string): boolean => !neverSent.some((one) => one === event);

/**
 * A group with its main toggle, which is on while all events below it are. If only some events of a group can
 * happen, the others are in the list below and follow the toggle as well.
 */
function Group({ channel, name, events, chosen, off }: GroupProps) {
  const shown = events.some(happens) ? events.filter(happens) : events;
  const free = events.filter((event) => !isLocked(channel, event));
  return (
    <section className="card" aria-label={groupTexts[name]}>
      <SwitchRow
        head
        label={groupTexts[name] ?? name}
        checked={shown.every((event) => chosen.includes(event))}
        disabled={off || free.length === 0}
        onChange={(on) => turn(channel, events, on)}
      />
      {shown.map((event) => (
        <SwitchRow
          key={event}
          label={eventTexts[event] ?? event}
          note={isLocked(channel, event) ? 'Always on, for your security' : undefined}
          checked={chosen.includes(event)}
          disabled={off || isLocked(channel, event)}
          onChange={(on) => turn(channel, [event], on)}
        />
      ))}
    </section>
  );
}

/** EASE-11: events that cannot happen yet, in a quiet list. The choices are stored for later. */
function Never({ channel, chosen, off }: Omit<GroupProps, 'name' | 'events'>) {
  const groups = Object.entries<readonly string[]>(notificationGroups[channel]);
  const whole = groups.filter(([, events]) => !events.some(happens));
  const single = groups
    .filter(([, events]) => events.some(happens))
    .flatMap(([, events]) => events.filter((event) => !happens(event)));
  return (
    <details className={css.never}>
      <summary className="textbtn">What cannot happen at {brand.name} today</summary>
      <p className="small muted">
        There are no orders on a book, no margin, no vaults and no referrals here, so none of these
        is ever sent. What you choose is kept.
      </p>
      <div className={css.groups}>
        <section className="card" aria-label="Other events">
          {single.map((event) => (
            <SwitchRow
              key={event}
              label={eventTexts[event] ?? event}
              checked={chosen.includes(event)}
              disabled={off}
              onChange={(on) => turn(channel, [event], on)}
            />
          ))}
        </section>
        {whole.map(([name, events]) => (
          <Group
            key={name}
            channel={channel}
            name={name}
            events={events}
            chosen={chosen}
            off={off}
          />
        ))}
      </div>
    </details>
  );
}

const pushNotes = {
  unknown: undefined,
  unsupported: 'This browser cannot show notifications.',
  blocked: 'Your browser blocks notifications from this site. Allow them in its settings.',
  'not-installed': `On iPhone and iPad, notifications need the app on your home screen. Tap Share, then Add to Home Screen, and open ${brand.name} from there.`,
  off: 'Shows pop-ups even when the app is closed. They never mention an amount.',
  on: 'Shows pop-ups even when the app is closed. They never mention an amount.',
} as const;

/** What a push service that refuses us means to the customer (HARD-75). */
const refusedNote = (times: number): string =>
  `Your browser’s push service refused our last ${times === 1 ? 'message' : `${times} messages`}, so nothing arrives here. Turn this off and on again. If that does not help, tell our support. In the app itself pop-ups go on.`;

function Everything({ off }: { off: boolean }) {
  const { chosen, push, refused } = useSnapshot(notifications);
  const [busy, setBusy] = useState(false);
  const all = Object.entries(notificationGroups).every(([channel, groups]) =>
    Object.values<readonly string[]>(groups)
      .flat()
      .filter(happens)
      .every((event) => (chosen[channel as Channel] as readonly string[]).includes(event)),
  );
  return (
    <div className="card">
      <SwitchRow head label="Enable all" checked={all} disabled={off} onChange={turnAll} />
      <div className={css.row}>
        <span className={css.label}>
          Security only
          <small className="small muted">
            Nothing but what concerns the safety of your account.
          </small>
        </span>
        <button
          className="btn btn--secondary btn--sm"
          type="button"
          disabled={off || isSecurityOnly(chosen)}
          onClick={turnToSecurity}
        >
          {isSecurityOnly(chosen) ? 'Chosen' : 'Choose'}
          <span className="vh"> security only</span>
        </button>
      </div>
      <SwitchRow
        label="Notifications on this device"
        note={push === 'on' && refused > 0 ? refusedNote(refused) : pushNotes[push]}
        checked={push === 'on'}
        disabled={off || busy || (push !== 'on' && push !== 'off')}
        onChange={(on) => {
          setBusy(true);
          void turnPush(on).finally(() => setBusy(false));
        }}
      />
    </div>
  );
}

/** Price alerts are no event of an account, so their list is a page of its own (EYE-07). */
const AutomaticRow = () => (
  <div className="card rows">
    <Link className="row" href="/automatic">
      <span className="ticon">
        <PageIcon name="bell" />
      </span>
      <span>
        <b>Price alerts and recurring buys</b>
        <small className="muted">Listed together, with what is in their way</small>
      </span>
      <PageIcon name="right" size="s" />
    </Link>
  </div>
);

/** PROF-06, D20. */
export function NotificationsSection() {
  const connected = useOnline();
  const { status, chosen, failure } = useSnapshot(notifications);
  const [tab, setTab] = useState<Channel>('popup');
  useReload(loadNotifications);
  if (status === 'failed') {
    return <SectionFailed failure={failure} onAgain={() => void loadNotifications()} />;
  }
  if (status === 'loading') return <SectionLoading text="Loading your choices" height="16rem" />;
  return (
    <div className="stack">
      {!connected && (
        <p className="reason">
          <Icon name="offline" size="s" />
          Changing notifications needs a connection.
        </p>
      )}
      <Everything off={!connected} />
      <AutomaticRow />
      <SectionTabs label="Notifications" tabs={tabs} tab={tab} onTab={setTab} name="notify" />
      <div
        className={css.groups}
        role="tabpanel"
        id={`notify-${tab}`}
        aria-labelledby={`notify-tab-${tab}`}
      >
        {Object.entries<readonly string[]>(notificationGroups[tab])
          .filter(([, events]) => events.some(happens))
          .map(([name, events]) => (
            <Group
              key={name}
              channel={tab}
              name={name}
              events={events}
              chosen={chosen[tab]}
              off={!connected}
            />
          ))}
        <Never channel={tab} chosen={chosen[tab]} off={!connected} />
      </div>
    </div>
  );
}
