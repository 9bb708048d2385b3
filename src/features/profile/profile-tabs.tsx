import { Link } from 'wouter';
import { profileSections, type Role } from '#core/pages.ts';
import { logOut } from '#transport/session/sign-out.ts';
import css from './profile.module.css';
import { mainSections, naming, type Section, sectionPath, sectionsFor } from './sections.ts';

interface Props {
  readonly role: Role | undefined;
  readonly section: Section;
  /** The account must set up a second factor before anything else. */
  readonly setsUp: boolean;
}

/** PROF-01: the tab bar of wide screens; on a desktop a list at the side with all sections (EASE-08). */
export const ProfileTabs = ({ role, section, setsUp }: Props) => (
  <nav className="tabs" aria-label="Profile">
    {sectionsFor(role, profileSections, setsUp).map((one) => (
      <Link
        key={one}
        href={sectionPath(one)}
        className={mainSections.includes(one) ? undefined : css.more}
        aria-current={one === section ? ('page' as const) : undefined}
      >
        {naming[one].title}
      </Link>
    ))}
    <button className={css.out} type="button" onClick={() => void logOut()}>
      Log out
    </button>
  </nav>
);
