import { Link } from 'wouter';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { naming, type Section, sectionPath } from './sections.ts';

/** A list row that links to one section. */
export const SectionRow = ({ section }: { readonly section: Section }) => (
  <li>
    <Link className="row" href={sectionPath(section)}>
      <span className="ticon">
        <PageIcon name={naming[section].icon} />
      </span>
      <b>{naming[section].title}</b>
      <PageIcon name="right" size="s" />
    </Link>
  </li>
);
