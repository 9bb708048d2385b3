import { behindLock } from '#app/session/pass-lock.ts';
import { changeKinds, LAST_EVENT_HEADER, livePath } from '#core/contract/market/live.ts';
import { randomHex } from '#platform/ciphers/random.ts';
import { xsrfToken } from '#platform/ciphers/xsrf.ts';
import { onChanged, tellChanged } from '#platform/page/data-changes.ts';
import { onBackOnline, onlineNow } from '#platform/page/online.ts';
import { alone } from '#platform/page/web-locks.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { type LiveDeps, startLive, type TabMessage } from '#transport/calls/live-stream.ts';
import { loadKyc } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { move } from './move.ts';

const NAME = 'kopa-live';

function open(after: string | undefined, signal: AbortSignal): Promise<Response> {
  if (!onlineNow()) return Promise.reject(new Error('offline'));
  return fetch(livePath, {
    signal,
    cache: 'no-store',
    headers: {
      'x-xsrf-token': xsrfToken(),
      authorization: `Bearer ${session.token}.${session.refreshToken}`,
      ...(after && { [LAST_EVENT_HEADER]: after }),
    },
  });
}

function followVisible(run: (isVisible: boolean) => void): () => void {
  const look = (): void => run(document.visibilityState === 'visible');
  look();
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      ignore();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const ignore = onBackOnline(end);
    signal.addEventListener('abort', end);
  });

const look = (): void => {
  if (behindLock.peek() !== 'shown') return;
  void import('./notices.ts').then(
    ({ showNotices }) => showNotices(serverNow() - performance.now()),
    () => undefined,
  );
};

/** Whether the tabs of this browser can agree on one that listens to the stream. */
const canShare = (): boolean => typeof BroadcastChannel !== 'undefined' && 'locks' in navigator;

/** Listens to changes of the signed-in customer's data until the returned function is called. */
export function listen(): () => void {
  if (!canShare()) return () => undefined;
  const ignore = onChanged(changeKinds, look);
  const channel = new BroadcastChannel(NAME);
  const deps: LiveDeps = {
    tab: randomHex(8),
    open,
    alone: (...rest) => alone(NAME, ...rest),
    post: (message) => channel.postMessage(message),
    onPosted: (run) => {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => run(data);
      return () => channel.close();
    },
    followVisible,
    pause,
    tell: (changed) => {
      move();
      tellChanged(changed);
    },
    tellPrices: (prices) => move(prices),
    askSession: loadKyc,
    random: Math.random,
    now: () => performance.now(),
  };
  const stop = startLive(deps);
  return () => {
    stop();
    ignore();
  };
}
