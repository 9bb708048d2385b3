import { toast } from '#ui/feedback/toasts.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { useCopied } from './use-copied.ts';

interface Props {
  readonly text: string;
  /** The name of the copied text, as in “Secret copied”. */
  readonly what: string;
  readonly children: string;
  readonly onCopied?: () => void;
  /** Shows only the icon, beside the text that is copied. */
  readonly compact?: boolean;
}

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, what, children, onCopied, compact }: Props) {
  const [copied, confirm] = useCopied();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      confirm();
      onCopied?.();
    } catch {
      toast.error(`${what} could not be copied`);
    }
  };
  return (
    <button
      className={compact ? 'iconbtn copy' : 'btn btn--secondary btn--sm copy'}
      type="button"
      data-copied={copied ? '' : undefined}
      onClick={() => void copy()}
    >
      <PageIcon name={copied ? 'check' : 'copy'} size="s" />
      <span className={compact ? 'vh' : undefined} aria-live="polite">
        {copied ? `${what} copied` : children}
      </span>
    </button>
  );
}
