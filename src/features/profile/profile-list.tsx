import { Link } from 'wouter';
import type { Role } from '#core/pages.ts';
import { logOut } from '#transport/session/sign-out.ts';
import css from './profile.module.css';
import { groupsFor, naming, type Section, sectionPath } from './sections.ts';

interface Props {
  readonly role: Role | undefined;
  readonly section: Section;
  /** The account must set up a second factor before anything else. */
  readonly setsUp: boolean;
}

/** PROF-01, EYE-12: all sections in groups, beside the one that is open, from a tablet on. */
export const ProfileList = ({ role, section, setsUp }: Props) => (
  <nav className={css.side} aria-label="Profile">
    {groupsFor(role, setsUp).map(({ name, sections }) => (
      <div key={name}>
        <p id={`side-${name}`}>{name}</p>
        <ul className={css.entries} aria-labelledby={`side-${name}`}>
          {sections.map((one) => (
            <li key={one}>
              <Link
                href={sectionPath(one)}
                aria-current={one === section ? ('page' as const) : undefined}
              >
                {naming[one].title}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))}
    <button className={css.out} type="button" onClick={() => void logOut()}>
      Log out
    </button>
  </nav>
);
