import type { ReactNode } from 'react';
import { landing, normalizePath, type Role } from '#core/routes.ts';
import { useRecoveryDue } from '#features/security/use-recovery-due.ts';
import { visitStorage } from '#platform/storage.ts';
import { RECOVERY_CODE_KEY } from '#transport/session.ts';
import { Later } from '#ui/later.tsx';
import { useShownTitle } from '#ui/page-title.ts';
import css from './app-layout.module.css';
import { BackButton } from './back-button.tsx';
import { CloseLink, HelpLink, LogoLink } from './corner.tsx';
import { MainNav, ProfileLink, TabBar } from './navigation-bars.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { drawsHeading, hasBack, metaOf, navItemOf } from './route-meta.ts';

interface Props {
  readonly path: string;
  readonly role: Role | undefined;
  /** Has to set up a second factor first: there is nowhere else to go. */
  readonly setsUp?: boolean;
  /** Where the page leads up to, prerendered; once the app runs, a page puts it there itself. */
  readonly up?: ReactNode;
  readonly children: ReactNode;
}

/** Pages that show a form with a summary beside it. */
const taskPages: readonly string[] = ['/swap', '/send', '/receive', '/buy-sell'];

const widthOf = (path: string): string | undefined => {
  if (taskPages.includes(normalizePath(path))) return 'page--task';
  return path === '/help' || navItemOf(path) === 'profile' ? css.profile : undefined;
};

const newsPages: readonly string[] = ['/wallet', '/transactions'];

/** Reports the outcome of purchases whose end the customer did not see (BEY-17). */
const purchaseNews = async () => (await import('#features/trade/purchase-news.tsx')).PurchaseNews;

/** Not where a form is filled in, whose buttons it would cover. */
const landedOn = (path: string): boolean => newsPages.includes(path) || path === landing.admin;

/** Where nothing is filled in that they would cover. */
const tellsNews = (path: string): boolean =>
  newsPages.includes(path) || landedOn(path) || navItemOf(path) === 'profile';

/** Tells of a recovery that waits (HARD-22). */
const recoveryNotice = async () =>
  (await import('#features/security/recovery-notice.tsx')).RecoveryNotice;

/** Says what to do after a sign-in with a recovery code (HARD-47). */
const recoveryCodeNews = async () =>
  (await import('#features/security/recovery-code-news.tsx')).RecoveryCodeNews;

export function AppLayout({ path, role, setsUp = false, up, children }: Props) {
  const pageTitle = useShownTitle();
  const recoveryWaits = useRecoveryDue() !== undefined;
  const goer = setsUp ? undefined : role;
  const back = hasBack(path);
  const title = pageTitle ?? metaOf(path).title;
  return (
    // One kind of head on small screens (EASE-11): the way up or the mark, the title, and help. Where there is a
    // back button, the page's own head takes the header's place. Signed-out visitors keep the header, because it
    // contains their way out.
    <div className={back && role ? `sub ${css.root}` : css.root}>
      <header className="hdr">
        <div className="hdr__in">
          <span className="hdr__up">{up}</span>
          <LogoLink viewer={role} />
          {/* On small screens it stands here, and the page's own heading is for those who listen. */}
          {role && (
            <p className="hdr__here" aria-hidden="true">
              {title}
            </p>
          )}
          {goer && <MainNav path={path} role={goer} />}
          <div className="hdr__end">
            <HelpLink path={path} />
            {goer ? <ProfileLink /> : !role && <CloseLink />}
          </div>
        </div>
      </header>
      {role && <OfflineStrip />}
      <main
        id="main"
        tabIndex={-1}
        aria-label={title}
        className={`page ${widthOf(path) ?? ''} ${css.main}`}
      >
        {back ? (
          <div className="pagehead">
            <BackButton path={path} />
            <h1>{title}</h1>
            {role && <HelpLink path={path} narrow />}
          </div>
        ) : (
          !drawsHeading(path) && <h1 className={`vh-m ${css.title}`}>{title}</h1>
        )}
        {children}
      </main>
      {role && tellsNews(path) && (
        <div className={css.news}>
          {newsPages.includes(path) && <Later load={purchaseNews} />}
          {recoveryWaits && <Later load={recoveryNotice} soon />}
          {landedOn(path) && visitStorage.get(RECOVERY_CODE_KEY) !== undefined && (
            <Later load={recoveryCodeNews} soon />
          )}
        </div>
      )}
      {goer && <TabBar path={path} role={goer} />}
    </div>
  );
}
