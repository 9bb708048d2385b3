import type { ReactNode } from 'react';
import type { HistoryState } from './transaction-list.ts';

interface Props {
  readonly state: Pick<HistoryState, 'next' | 'source' | 'failure'>;
  readonly online: boolean;
  /** What will be listed here. */
  readonly children: ReactNode;
}

/** Whether the server has yet to say what the device cannot know: its copy is a part of the history. */
export const isAwaited = ({ next, source, failure }: Props['state'], online: boolean): boolean =>
  online && next !== undefined && source === 'snapshot' && failure === undefined;

/** Shown where no transaction of an asset is known: there is none only if the history ends here (HARD-70). */
export function NoneYet({ state, online, children }: Props) {
  if (state.next === undefined) {
    return (
      <div className="card empty" role="status">
        <h3>No transactions yet</h3>
        <p>{children}</p>
      </div>
    );
  }
  return (
    <div className="card empty" role="status">
      <p>
        {isAwaited(state, online)
          ? 'Loading transactions...'
          : 'None of the newest transactions is one of these. There may be older ones.'}
      </p>
    </div>
  );
}
