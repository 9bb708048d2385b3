import { useLayoutEffect, useState } from 'react';
import { activeTab, told as carriedText } from '#core/carried/sign-in.ts';
import type { AuthTab } from '#core/routes.ts';
import { amendHistoryState, historyState, writeHistory } from '#platform/kept/history-state.ts';
import { usePageTitle } from '#ui/hooks/page-title.ts';
import { PartView, part } from '#ui/hooks/part.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { keepTab } from './sign-up/registration-draft.ts';
import { startingTab } from './tab.ts';

const signUpForm = part(async () => (await import('./sign-up/sign-up-form.tsx')).SignUpForm);
/** Loads a form when the pointer is over its tab. A failure is shown when the form is opened. */
const prefetch = (): void => void signUpForm.load().catch(() => undefined);

const tabs: readonly { readonly value: AuthTab; readonly label: string }[] = [
  { value: 'signin', label: 'Sign In' },
  { value: 'signup', label: 'Create Account' },
];

/** The placeholder of a form; it appears only if loading takes longer than a moment. */
const FormSkeleton = () => (
  <div className="stack page-skeleton" aria-busy="true">
    <span className="vh">Loading</span>
    <span className="skel" style={{ height: '20rem' }} />
  </div>
);

/** AUTH-01: two tabs; the navigation state may choose one. */
export function AuthPage() {
  const [tab, setTab] = useState<AuthTab>(startingTab);
  const [told, setTold] = useState<string>();
  usePageTitle(tab === 'signup' ? 'Create account' : undefined);
  /** Keeps the tab in the navigation state, so that a reload or Back shows the same one. */
  const choose = (chosen: AuthTab): void => {
    setTab(chosen);
    amendHistoryState(activeTab.give(chosen));
    keepTab(chosen);
  };
  // The page is prerendered: what it was told by the one before it, and a tab pressed before the app
  // started, which is in the address, are taken over.
  useLayoutEffect(() => {
    setTold(carriedText.read(historyState()));
    const pressed = tabs.find(({ value }) => location.hash === `#${value}`);
    if (!pressed) return;
    setTab(pressed.value);
    const state = { ...history.state, ...activeTab.give(pressed.value) };
    writeHistory('replaceState', state, location.pathname);
  }, []);
  return (
    <div className="stack stack--wide">
      <div>
        <h1>{tab === 'signup' ? 'Create your account' : told ? 'Sign in' : 'Welcome back'}</h1>
        <p className="muted">
          {tab === 'signin'
            ? (told ?? 'Sign in to see your balances.')
            : 'It takes about two minutes.'}
        </p>
      </div>
      <div className="tabs" role="tablist" aria-label="Account">
        {tabs.map(({ value, label }) => (
          <a
            key={value}
            href={`#${value}`}
            role="tab"
            id={`tab-${value}`}
            aria-selected={tab === value}
            aria-controls={`panel-${value}`}
            tabIndex={tab === value ? 0 : -1}
            aria-current={tab === value ? 'true' : undefined}
            onPointerEnter={value === 'signup' ? prefetch : undefined}
            onClick={(event) => {
              event.preventDefault();
              choose(value);
            }}
            onKeyDown={(event) => {
              const { key, currentTarget } = event;
              if (key === ' ') {
                event.preventDefault();
                return choose(value);
              }
              if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
              const other = value === 'signin' ? 'signup' : 'signin';
              choose(other);
              currentTarget.ownerDocument.getElementById(`tab-${other}`)?.focus();
            }}
          >
            {label}
          </a>
        ))}
      </div>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'signin' ? (
          <SignInForm />
        ) : (
          <PartView part={signUpForm} placeholder={<FormSkeleton />} />
        )}
      </div>
    </div>
  );
}
