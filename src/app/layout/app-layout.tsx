import type { ReactNode } from 'react';
import { drawsHeading, hasBack, metaOf, navItemOf } from '#app/pages/route-meta.ts';
import type { Role } from '#core/pages.ts';
import { landing } from '#core/routes.ts';
import { useRecoveryDue } from '#features/security/use-recovery-due.ts';
import { useStays } from '#features/security/use-staying.ts';
import { visitStorage } from '#platform/kept/storage.ts';
import { RECOVERY_CODE_KEY } from '#transport/session/session.ts';
import { Later } from '#ui/feedback/later.tsx';
import { useShownTitle } from '#ui/hooks/page-title.ts';
import { useWide } from '#ui/hooks/signals.ts';
import css from './app-layout.module.css';
import { BackButton } from './back-button.tsx';
import { CloseLink, HelpLink, LogoLink } from './corner.tsx';
import { MainNav, ProfileLink, TabBar } from './navigation-bars.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { SearchButton } from './search-button.tsx';

interface Props {
  readonly path: string;
  readonly role: Role | undefined;
  /** The account must set up a second factor first, so there is nowhere else to go. */
  readonly setsUp?: boolean;
  /** The prerendered link up; once the app runs, the page puts its own there. */
  readonly up?: ReactNode;
  readonly children: ReactNode;
}

const newsPages: readonly string[] = ['/wallet', '/transactions'];

/** Reports the outcome of purchases whose end the customer did not see (BEY-17). */
const purchaseNews = async () =>
  (await import('#features/trade/payment/purchase-news.tsx')).PurchaseNews;

/** Not on pages with a form, whose buttons a notice would cover. */
const landedOn = (path: string): boolean => newsPages.includes(path) || path === landing.admin;

/** Pages without a form, which a notice may cover. */
const tellsNews = (path: string): boolean =>
  newsPages.includes(path) || landedOn(path) || navItemOf(path) === 'profile';

/** Shows that a recovery is under way (HARD-22). */
const recoveryNotice = async () =>
  (await import('#features/security/recovery-notice.tsx')).RecoveryNotice;

/** Shows what to do after a sign-in with a recovery code (HARD-47). */
const recoveryCodeNews = async () =>
  (await import('#features/security/second-factor/recovery-code-news.tsx')).RecoveryCodeNews;

/** What stays on every page until it is over: a withdrawal or sign-in that may be a thief's (EYE-05). */
const stayCards = async () => (await import('#features/security/stays/stay-cards.tsx')).StayCards;

export function AppLayout({ path, role, setsUp = false, up, children }: Props) {
  const pageTitle = useShownTitle();
  const recoveryWaits = useRecoveryDue() !== undefined;
  const stays = useStays(path) && role === 'user';
  const goer = setsUp ? undefined : role;
  const back = hasBack(path);
  // On a small screen a page with a back button has its header in itself.
  const isInside = !useWide() && back;
  const title = pageTitle ?? metaOf(path).title;
  return (
    // Small screens have one kind of header (EASE-11): a link up or the logo, the title, and help. If there
    // is a back button, the page's own header replaces the app's. Signed-out visitors keep the app's header,
    // because it has their close button.
    <div className={back && role ? `sub ${css.root}` : css.root}>
      <header className="hdr">
        <div className="hdr__in">
          <span className="hdr__up">{up}</span>
          <LogoLink viewer={role} />
          {/* On small screens the title is shown here, and the page's own heading is only for screen readers. */}
          {role && (
            <p className="hdr__here" aria-hidden="true">
              {title}
            </p>
          )}
          {goer && <MainNav path={path} role={goer} />}
          <div className="hdr__end">
            <SearchButton />
            <HelpLink path={path} />
            {goer ? <ProfileLink /> : !role && <CloseLink />}
          </div>
        </div>
      </header>
      {role && !isInside && <OfflineStrip />}
      <main id="main" tabIndex={-1} aria-label={title} className={`page ${css.main}`}>
        {back ? (
          <div className="pagehead">
            <BackButton path={path} />
            <h1>{title}</h1>
            {role && <HelpLink path={path} narrow />}
          </div>
        ) : (
          !drawsHeading(path) && <h1 className={`vh-m ${css.title}`}>{title}</h1>
        )}
        {role && isInside && <OfflineStrip className={css.strip} />}
        {stays && <Later load={stayCards} soon />}
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
