import { MORE_TIME_PERCENT } from '#core/money/quote-change.ts';
import { setMoreTime } from '#platform/time/more-time.ts';
import { Switch } from '#ui/forms/switch.tsx';
import { useMoreTime } from './use-more-time.ts';

/** The switch for customers who need more than ten seconds (WCAG 2.2.1). */
export function MoreTime() {
  const isOn = useMoreTime();
  return (
    <>
      <Switch label="Give me more time" checked={isOn} onChange={setMoreTime} />
      <p>
        A press takes the newest rate, as long as it is at most {MORE_TIME_PERCENT} worse than the
        one you saw.
      </p>
    </>
  );
}
