import { useCopied } from '#ui/actions/use-copied.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { AddressText } from './address-text.tsx';
import css from './id-line.module.css';
import { PageIcon } from './page-icon.tsx';

/** Whether it was copied; says so in any case. */
async function copy(label: string, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${label} copied`);
    return true;
  } catch {
    toast.error(`${label} could not be copied`);
    return false;
  }
}

interface Props {
  readonly label: string;
  readonly id: string;
  /** It is an address, shown in groups. */
  readonly grouped?: boolean;
  /** The id is not known yet; the line reserves its room. */
  readonly unseen?: boolean | undefined;
}

/** A whole id or address with a button to copy it. */
export function IdLine({ label, id, grouped = false, unseen }: Props) {
  const [copied, confirm] = useCopied();
  const press = async (): Promise<void> => {
    if (await copy(label, id)) confirm();
  };
  return (
    <div style={unseen ? { visibility: 'hidden' } : undefined}>
      <dt>{label}</dt>
      <dd className={`mono ${css.id}`} translate="no">
        <span>{grouped ? <AddressText address={id} /> : id}</span>
        <button
          className="iconbtn copy no-print"
          type="button"
          aria-label={`Copy ${label}`}
          data-copied={copied ? '' : undefined}
          onClick={() => void press()}
        >
          <PageIcon name={copied ? 'check' : 'copy'} size="s" />
        </button>
      </dd>
    </div>
  );
}
