import type { Role } from '#core/pages.ts';
import { logOut } from '#transport/session/sign-out.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { LogOutNote } from './log-out-note.tsx';
import { SectionRow } from './section-row.tsx';
import { mainSections, sectionsFor } from './sections.ts';

/** PROF-01: the list of small screens; each entry opens a page of its own. */
export const ProfileMenu = ({ role }: { readonly role: Role | undefined }) => (
  <nav className="stack" aria-label="Profile">
    <ul className="card rows">
      {sectionsFor(role, mainSections).map((section) => (
        <SectionRow key={section} section={section} />
      ))}
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
  </nav>
);
