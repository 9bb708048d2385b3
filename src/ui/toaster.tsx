import { useSignals } from '@preact/signals-react/runtime';
import { Icon } from './icon.tsx';
import css from './toaster.module.css';
import { type Toast, toast } from './toasts.ts';

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

/**
 * Where toasts appear: top-centre, over everything. A pointer over them stops their clocks; there is
 * nothing in them to focus.
 */
export function Toaster() {
  useSignals();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses; nothing is operated here
    <div className="toasts" onMouseEnter={toast.pause} onMouseLeave={toast.resume}>
      {toast.list.value.map(({ id, kind, text, title, leaving }) => (
        <div
          key={id}
          className={`toast ${css.toast}`}
          role={kind === 'error' ? 'alert' : 'status'}
          data-kind={kind}
          data-leaving={leaving || undefined}
        >
          <ToastIcon kind={kind} />
          <span>
            {title && <b className={css.title}>{title}</b>}
            {text}
          </span>
        </div>
      ))}
    </div>
  );
}
