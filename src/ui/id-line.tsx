import css from './id-line.module.css';
import { PageIcon } from './page-icon.tsx';
import { toast } from './toasts.ts';

async function copy(label: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${label} copied`);
  } catch {
    toast.error(`${label} could not be copied`);
  }
}

interface Props {
  readonly label: string;
  readonly id: string;
  /** The id is not known yet; the line reserves its room. */
  readonly unseen?: boolean | undefined;
}

/** A whole id with a button to copy it. */
export const IdLine = ({ label, id, unseen }: Props) => (
  <div style={unseen ? { visibility: 'hidden' } : undefined}>
    <dt>{label}</dt>
    <dd className={`mono ${css.id}`} translate="no">
      <span>{id}</span>
      <button
        className="iconbtn no-print"
        type="button"
        aria-label={`Copy ${label}`}
        onClick={() => void copy(label, id)}
      >
        <PageIcon name="copy" size="s" />
      </button>
    </dd>
  </div>
);
