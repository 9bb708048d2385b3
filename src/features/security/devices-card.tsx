import { useEffect, useRef, useState } from 'react';
import type { DeviceSession } from '#core/contract/account/security.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { onlineNow } from '#platform/page/online.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { type DeviceGroup, deviceGroups } from './device-groups.ts';
import css from './security.module.css';
import { endDevice, endOthers } from './security-state.ts';

interface RowProps {
  readonly device: DeviceGroup;
  readonly timeZone: string;
  readonly onEnd: () => Promise<void>;
}

function DeviceRow({ device, timeZone, onEnd }: RowProps) {
  const { button, submit } = useSubmit({
    offline: 'Signing out devices needs a connection.',
    run: onEnd,
  });
  const off = button.busy || button.disabledReason !== undefined;
  const { name, place, current, ids } = device;
  const seen = formatInstant(Date.parse(device.lastSeenAt), timeZone, serverNow());
  const signedIn = formatInstant(Date.parse(device.signedInAt), timeZone, serverNow());
  return (
    <li className={`row ${css.device}`}>
      <span className="ticon">
        <PageIcon name="device" />
      </span>
      <span>
        <b>{name}</b>
        <small>
          {place && `${place} · `}
          {current ? `Signed in ${signedIn}` : `Last seen ${seen}`}
          {ids.length > 1 && ` · ${ids.length} sign-ins`}
        </small>
      </span>
      <span className="row__end">
        {current ? (
          <span className="pill pill--ok">This device</span>
        ) : (
          <button
            className="textbtn"
            type="button"
            aria-label={`Sign out ${name}, last seen ${seen}`}
            aria-busy={button.busy || undefined}
            aria-disabled={off || undefined}
            onClick={submit}
          >
            Sign out
          </button>
        )}
      </span>
    </li>
  );
}

/** How many devices are shown at first. */
const FIRST = 3;

interface Props {
  readonly devices: readonly DeviceSession[];
  readonly timeZone: string;
}

/** BEY-12: the devices on which the account is signed in. */
export function DevicesCard({ devices, timeZone }: Props) {
  const isOnline = useOnline();
  const others = devices.filter(({ current }) => !current);
  const groups = deviceGroups(devices);
  const [all, setAll] = useState(false);
  const shown = all ? groups : groups.slice(0, FIRST);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(devices.length);
  useEffect(() => {
    const fewer = devices.length < before.current;
    before.current = devices.length;
    // The row that had the focus is gone.
    if (fewer && document.activeElement === document.body) heading.current?.focus();
  }, [devices.length]);
  const say = (problem: string | undefined, done: string): void => {
    if (problem) toast.error(problem);
    else toast.success(done);
  };
  return (
    <section className="group" aria-labelledby="devices">
      <h2 id="devices" ref={heading} tabIndex={-1}>
        Devices
      </h2>
      <ul className="card rows">
        {shown.map((device) => (
          <DeviceRow
            key={device.ids[0]}
            device={device}
            timeZone={timeZone}
            onEnd={async () => say(await endDevice(device.ids), 'The device was signed out')}
          />
        ))}
        {groups.length > shown.length && (
          <li>
            <button className="row" type="button" onClick={() => setAll(true)}>
              <span className="ticon">
                <PageIcon name="chev" />
              </span>
              <b>Show {groups.length - shown.length} more</b>
            </button>
          </li>
        )}
        {others.length > 0 && (
          <li>
            <button
              className="row"
              type="button"
              aria-disabled={!isOnline || undefined}
              onClick={async () =>
                onlineNow() && say(await endOthers(), 'All other devices were signed out')
              }
            >
              <span className="ticon">
                <PageIcon name="exit" />
              </span>
              <b>Sign out all other devices</b>
            </button>
          </li>
        )}
      </ul>
      {!isOnline && (
        <p className="reason">
          <PageIcon name="offline" size="s" />
          Signing out devices needs a connection.
        </p>
      )}
    </section>
  );
}
