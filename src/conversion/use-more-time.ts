import { moreTime } from '#platform/more-time.ts';
import { useSignalValue } from '#ui/use-signal-value.ts';

/** Whether this customer wants more time for a quote than its ten seconds (EASE-04). */
export const useMoreTime = (): boolean => useSignalValue(moreTime);
