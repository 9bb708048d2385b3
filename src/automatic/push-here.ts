import { useEffect, useState } from 'react';
import { type PushState, pushState } from '#platform/device/push-subscription.ts';
import { onReturn } from '#platform/page/on-return.ts';

/** Whether notifications reach this browser; asked again when the customer comes back from its settings. */
export function usePushHere(): PushState {
  const [push, setPush] = useState<PushState>('unknown');
  useEffect(() => {
    let gone = false;
    const look = (): void => {
      void pushState().then((state) => gone || setPush(state));
    };
    look();
    const ignore = onReturn(look);
    return () => {
      gone = true;
      ignore();
    };
  }, []);
  return push;
}

const EMAIL = 'Until one of your devices takes notifications, it comes by email.';

/** Why an alert by notification does not reach this browser, and the way out; undefined if it does, or is not known. */
export function unreachedText(push: PushState): string | undefined {
  switch (push) {
    case 'blocked':
      return `This browser blocks notifications from this site. Allow them in its settings, or choose Email. ${EMAIL}`;
    case 'unsupported':
      return `This browser cannot show notifications. Choose Email. ${EMAIL}`;
    case 'not-installed':
      return `On iPhone and iPad, notifications need the app on your home screen. ${EMAIL}`;
    case 'off':
      return `Notifications are off on this device. Turn them on under Profile, Notifications, or choose Email. ${EMAIL}`;
    case 'on':
    case 'unknown':
      return undefined;
  }
}

/** The same in a list; undefined if nothing is in the way. */
export function unreachedMark(push: PushState): string | undefined {
  switch (push) {
    case 'blocked':
      return 'Blocked in this browser';
    case 'unsupported':
    case 'not-installed':
      return 'Not shown in this browser';
    case 'off':
      return 'Off on this device';
    case 'on':
    case 'unknown':
      return undefined;
  }
}
