import { PageIcon } from '#ui/marks/page-icon.tsx';
import { documents } from './document-list.ts';

/** The legal documents are pages of their own, outside the app, so these are plain links. */
export const Documents = () => (
  <section className="group" aria-labelledby="documents">
    <h2 id="documents">Documents</h2>
    <ul className="card rows">
      {documents.map(({ path, title }) => (
        <li key={path}>
          <a className="row" href={path}>
            <span className="ticon">
              <PageIcon name="book" />
            </span>
            <b>{title}</b>
            <PageIcon name="right" size="s" />
          </a>
        </li>
      ))}
    </ul>
  </section>
);
