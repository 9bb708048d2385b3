import { proxy } from 'valtio/vanilla';
import { type IncomingDeposit, listReceiving } from '#core/contract/receiving.ts';
import { readThrough } from '#transport/read-through.ts';
import { session, whenCustomerChanges } from '#transport/session.ts';

/** Deposits that were seen on chain and are not in the history yet (BEY-18). */
export const incoming = proxy<{ pending: readonly IncomingDeposit[] }>({ pending: [] });

whenCustomerChanges(() => {
  incoming.pending = [];
});

/** Failing says nothing: the history beside it tells what is wrong with the connection. */
export async function loadIncoming(): Promise<void> {
  const owner = session.user?.id;
  await readThrough('receiving', listReceiving, {}, ({ data }) => {
    if (session.user?.id !== owner) return;
    incoming.pending = data.incoming.filter((deposit) => deposit.state === 'pending');
  });
}
