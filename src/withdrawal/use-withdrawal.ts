import { useCallback, useEffect, useState } from 'react';
import { cancelWithdrawal, getWithdrawal, type Withdrawal } from '#core/contract/withdrawal.ts';
import { online } from '#platform/network.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { toast } from '#ui/toasts.ts';

const LOOK_MS = 3_000;

const isOver = ({ status }: Withdrawal): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'refunded';

export interface Followed {
  readonly withdrawal: Withdrawal | undefined;
  /** It is not known, and asking again may help. */
  readonly failed: boolean;
  readonly cancelling: boolean;
  reload(): void;
  cancel(): void;
}

/** A withdrawal as the server tells it, looked at again until it is over; without an id, nothing. */
export function useWithdrawal(id: string | undefined): Followed {
  const [withdrawal, setWithdrawal] = useState<Withdrawal>();
  const [failed, setFailed] = useState(false);
  const [cancelling, setCancelling] = useState(false);

  const load = useCallback(async () => {
    if (id === undefined) return;
    const outcome = await call(getWithdrawal, { withdrawal_id: id });
    if (outcome.ok) setWithdrawal(outcome.value.data);
    setFailed(!outcome.ok);
  }, [id]);

  const over = withdrawal !== undefined && isOver(withdrawal);
  useEffect(() => {
    if (over || id === undefined) return;
    void load();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && online.peek()) void load();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [load, over, id]);

  async function cancel(): Promise<void> {
    if (id === undefined) return;
    setCancelling(true);
    const outcome = await call(cancelWithdrawal, { withdrawal_id: id });
    if (outcome.ok) {
      setWithdrawal(outcome.value.data);
      toast.success('Withdrawal cancelled');
    } else {
      // Whether it was cancelled after all is what the server says next.
      toast.error(failureText(outcome.failure, 'This withdrawal can no longer be cancelled.'));
      await load();
    }
    setCancelling(false);
  }

  return {
    withdrawal,
    failed,
    cancelling,
    reload: () => void load(),
    cancel: () => void cancel(),
  };
}
