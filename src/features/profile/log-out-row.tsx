import { logOut } from '#transport/session/sign-out.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { LogOutNote } from './log-out-note.tsx';

/** PROF-04: the last of the menu, below the preferences. */
export const LogOutRow = () => (
  <div className="stack">
    <ul className="card rows">
      <li>
        <button className="row" type="button" onClick={() => void logOut()}>
          <span className="ticon">
            <PageIcon name="exit" />
          </span>
          <b>Log out</b>
        </button>
      </li>
    </ul>
    <LogOutNote />
  </div>
);
