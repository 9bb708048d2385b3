import type { ReactNode } from 'react';
import css from './address-book.module.css';
import type { Entry } from './entry-dialogs.tsx';

interface Props {
  readonly entry: Entry;
  readonly icon: ReactNode;
  /** The type of the entry, such as its currency and network. */
  readonly about: string;
  /** The owner of the address, if the customer stated it for a withdrawal (KEEP-07). */
  readonly whose?: string | undefined;
  /** It counts as new until it is saved again (READ-14). */
  readonly doubted?: boolean | undefined;
  /** The whole address or account number. */
  readonly target: string;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

export const BookEntry = ({
  entry,
  icon,
  about,
  whose,
  doubted,
  target,
  onRename,
  onDelete,
}: Props) => (
  <li className={css.entry}>
    {icon}
    <div className={css.words}>
      <b>{entry.label}</b>
      <small className="small muted">{about}</small>
      {whose && <small className="small muted">{whose}</small>}
      {doubted && (
        <small className="small">
          Saved shortly before your account was frozen or your password reset. If it is not yours,
          delete it. If it is, save it again: until then it counts as new.
        </small>
      )}
      <span className={`mono small ${css.target}`} translate="no">
        {target}
      </span>
    </div>
    <div className={css.tools}>
      <button className="textbtn" type="button" onClick={onRename}>
        Rename<span className="vh"> {entry.label}</span>
      </button>
      <button className="textbtn" type="button" onClick={onDelete}>
        Delete<span className="vh"> {entry.label}</span>
      </button>
    </div>
  </li>
);
