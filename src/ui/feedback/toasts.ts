import { signal } from '@preact/signals-react';

/** SHELL-14: how long a toast stays, how many there are at most, and how long one fades out. */
export const TOAST_MS = 3_000;
export const MOST_TOASTS = 20;
export const REMOVAL_MS = 1_000;

export type ToastKind = 'success' | 'error' | 'info' | 'loading';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly title?: string | undefined;
  /** The page shows the same text and announces it, so the toast is not announced. */
  readonly echo: boolean;
  /** Closed, and about to be removed. */
  readonly leaving: boolean;
}

export interface ToastOptions {
  readonly title?: string;
  readonly echo?: boolean;
  /** Milliseconds; `TOAST_MS` by default. */
  readonly duration?: number;
}

/** Runs something later; returns a function that cancels it. */
export type After = (ms: number, run: () => void) => () => void;

const byTimer: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export function createToasts(after: After = byTimer) {
  const list = signal<readonly Toast[]>([]);
  /** How to stop the timer of a toast, and its full duration. */
  const clocks = new Map<number, { readonly stop: () => void; readonly ms: number }>();
  let last = 0;

  const start = (id: number, ms: number): void => {
    clocks.set(id, { ms, stop: after(ms, () => dismiss(id)) });
  };

  function stopClock(id: number): void {
    clocks.get(id)?.stop();
    clocks.delete(id);
  }

  function dismiss(id: number): void {
    stopClock(id);
    list.value = list.value.map((one) => (one.id === id ? { ...one, leaving: true } : one));
    after(REMOVAL_MS, () => {
      list.value = list.value.filter((one) => one.id !== id);
    });
  }

  function show(kind: ToastKind, text: string, options: ToastOptions = {}): number {
    const id = ++last;
    const { title, echo = false } = options;
    const made: Toast = { id, kind, text, title, echo, leaving: false };
    // A repeated toast replaces the earlier one: seen once, but announced again.
    const isSame = (one: Toast): boolean =>
      one.kind === kind && one.text === text && one.title === title;
    const others = list.value.filter((one) => !isSame(one));
    const kept = [made, ...others].slice(0, MOST_TOASTS);
    for (const one of list.value) if (!kept.includes(one)) stopClock(one.id);
    list.value = kept;
    // A loading toast has no duration: its owner dismisses it.
    if (kind !== 'loading') start(id, options.duration ?? TOAST_MS);
    return id;
  }

  return {
    list,
    success: (text: string, options?: ToastOptions): number => show('success', text, options),
    error: (text: string, options?: ToastOptions): number => show('error', text, options),
    info: (text: string, options?: ToastOptions): number => show('info', text, options),
    /** Removes all: whoever they were for is gone. */
    clear(): void {
      for (const id of clocks.keys()) stopClock(id);
      list.value = [];
    },
    loading: (text: string): number => show('loading', text),
    dismiss,
    /** Until `resume`, the toasts shown now do not go away. */
    pause(): void {
      for (const { stop } of clocks.values()) stop();
    },
    resume(): void {
      for (const [id, { ms }] of [...clocks]) start(id, ms);
    },
  };
}

export const toast = createToasts();
