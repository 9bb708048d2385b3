import { accessibilityPath, type RoutePath } from '#core/routes.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';

const documents: readonly { readonly path: RoutePath; readonly title: string }[] = [
  { path: '/au/terms-and-conditions', title: 'Terms and Conditions, Australia' },
  { path: '/terms-and-conditions', title: 'Terms and Conditions, European Union' },
  { path: '/privacy-policy', title: 'Privacy Policy' },
  { path: '/cookie-policy', title: 'Cookie Policy' },
  { path: '/aml-cft-policy', title: 'Prevention of money laundering and terrorist financing' },
  { path: '/msa-statement', title: 'Modern Slavery Statement' },
  { path: accessibilityPath, title: 'Accessibility statement' },
];

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
