import type { Deps } from '#server/deps.ts';
import { type Ended, inSlices, type Pass, type Slice } from '#server/platform/daily-pass.ts';
import { doEach } from '#server/platform/due.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { hasMuchWaiting } from './outbox.ts';

const AT_ONCE = 50;

interface News {
  /** The causes of mails take turns: these delay nobody else’s. */
  readonly cause: string;
  /** What the log says of who could not be told. */
  readonly failed: string;
  /** The first customers of a slice, by their ids, who have not been told yet; at most `most`. */
  readonly untold: (slice: Slice, most: number) => Promise<readonly { readonly id: string }[]>;
  readonly tell: (userId: string) => Promise<void>;
}

/** Tells everybody, no faster than the mails leave: it waits where as many wait as may. */
export const tellEverybody = (
  deps: Deps,
  { cause, failed, untold, tell }: News,
  stopping?: AbortSignal,
): Pass =>
  inSlices(deps, stopping, async ({ after, upTo }) => {
    let ended: Ended = 'all';
    for (let last: string | undefined = after; last !== undefined; ) {
      if (stopping?.aborted) return 'waits';
      if (await inTransaction(deps.db, (tx) => hasMuchWaiting(tx, cause))) return 'waits';
      const customers: readonly { readonly id: string }[] = await untold(
        { after: last, upTo },
        AT_ONCE,
      );
      if (!(await doEach(deps, customers, failed, ({ id }) => tell(id), { stopping }))) {
        ended = 'failed';
      }
      last = customers.length === AT_ONCE ? customers.at(-1)?.id : undefined;
    }
    return ended;
  });
