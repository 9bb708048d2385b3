import { moreTime } from '#platform/time/more-time.ts';
import { useSignalValue } from '#ui/hooks/use-signal-value.ts';

/** Whether this customer wants more time for a quote than its ten seconds (EASE-04). */
export const useMoreTime = (): boolean => useSignalValue(moreTime);
