import type { Role } from '#core/pages.ts';
import { SectionRow } from './section-row.tsx';
import { groupsFor } from './sections.ts';

/** PROF-01: the list of small screens, in groups; each entry opens a page of its own. */
export const ProfileMenu = ({ role }: { readonly role: Role | undefined }) => (
  <nav className="stack" aria-label="Profile">
    {groupsFor(role).map(({ name, sections }) => (
      <ul key={name} className="card rows" aria-label={name}>
        {sections.map((section) => (
          <SectionRow key={section} section={section} />
        ))}
      </ul>
    ))}
  </nav>
);
