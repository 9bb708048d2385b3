import { Link } from 'wouter';
import type { Role } from '#core/routes.ts';
import { logOut } from '#transport/sign-out.ts';
import { PageIcon } from '#ui/page-icon.tsx';
import { mainSections, naming, sectionPath, sectionsFor } from './sections.ts';

/** PROF-01: the list of small screens; each entry opens a page of its own. */
export const ProfileMenu = ({ role }: { readonly role: Role | undefined }) => (
  <nav aria-label="Profile">
    <ul className="card rows">
      {sectionsFor(role, mainSections).map((section) => (
        <li key={section}>
          <Link className="row" href={sectionPath(section)}>
            <span className="ticon">
              <PageIcon name={naming[section].icon} />
            </span>
            <b>{naming[section].title}</b>
            <PageIcon name="right" size="s" />
          </Link>
        </li>
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
  </nav>
);
