import { useSnapshot } from 'valtio/react';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { checksOf } from './check-up.ts';
import { DevicesCard } from './devices-card.tsx';
import { SecurityKnown } from './security-known.tsx';
import { Row } from './security-rows.tsx';

/** /profile/checkUp (LIVE-08): the protections of the account, each with the step that is missing. */
export function CheckUpSection() {
  const { timeZone } = useSnapshot(session);
  return (
    <SecurityKnown>
      {(known, show) => {
        const checks = checksOf(known, serverNow());
        const good = checks.filter((check) => check.good).length;
        return (
          <>
            <p className="lead" role="status">
              {good === checks.length
                ? `All ${good} protections are in place.`
                : `${good} of ${checks.length} protections are in place.`}
            </p>
            <ul className="card rows">
              {checks.map(({ id, icon, title, text, good, opens }) => (
                <Row
                  key={id}
                  icon={icon}
                  title={title}
                  text={text}
                  pill={{ text: good ? 'In place' : 'Improve', on: good }}
                  onOpen={() =>
                    opens === 'devices'
                      ? document.querySelector<HTMLElement>('#devices')?.focus()
                      : show({ kind: opens })
                  }
                />
              ))}
            </ul>
            <DevicesCard devices={known.sessions} timeZone={timeZone} />
          </>
        );
      }}
    </SecurityKnown>
  );
}
