import { useEffect, useRef } from 'react';
import { useSignalValue } from '#ui/hooks/use-signal-value.ts';
import { Icon } from '#ui/marks/icon.tsx';
import css from './toaster.module.css';
import { type Toast, toast } from './toasts.ts';
import { useToastPlace } from './use-toast-place.ts';

function ToastIcon({ kind }: Pick<Toast, 'kind'>) {
  switch (kind) {
    case 'success':
      return <Icon name="check" size="s" />;
    case 'error':
      return <Icon name="alert" size="s" />;
    case 'info':
      return <Icon name="info" size="s" />;
    case 'loading':
      return <span className="spin" aria-hidden="true" />;
  }
}

interface RegionProps {
  readonly live: 'assertive' | 'polite';
  readonly list: readonly Toast[];
}

function Region({ live, list }: RegionProps) {
  return (
    <div className={css.region} aria-live={live}>
      {list.map(({ id, kind, text, title, echo, leaving }) => (
        <div
          key={id}
          className={`toast ${css.toast}`}
          aria-hidden={echo || undefined}
          data-kind={kind}
          data-leaving={leaving || undefined}
        >
          <ToastIcon kind={kind} />
          <span>
            {title && <b className={css.title}>{title}</b>}
            <span>{text}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

/**
 * Where toasts appear: top-centre, over everything but titles and the edges of dialogs. A pointer over them pauses them; they contain
 * nothing to focus.
 */
export function Toaster() {
  const place = useRef<HTMLDivElement>(null);
  const list = useSignalValue(toast.list);
  const newest = list[0]?.id;
  useToastPlace(place, newest !== undefined);
  // An open dialog lies over the whole page, so a toast must be moved above it.
  useEffect(() => {
    const { current } = place;
    if (newest === undefined || !current?.isConnected) return;
    if (!document.querySelector('dialog[open]')) return;
    current.hidePopover?.();
    current.showPopover?.();
  }, [newest]);
  return (
    <div
      ref={place}
      className="toasts"
      popover="manual"
      // A touch enters too, and does not leave before another one.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && toast.pause()}
      onPointerLeave={toast.resume}
    >
      {/* Both regions always exist: a text that appears together with its region is not always announced. */}
      <Region live="assertive" list={list.filter(({ kind }) => kind === 'error')} />
      <Region live="polite" list={list.filter(({ kind }) => kind !== 'error')} />
    </div>
  );
}
