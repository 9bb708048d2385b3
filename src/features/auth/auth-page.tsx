import { lazy, Suspense, useState } from 'react';
import { SignInForm } from './sign-in-form.tsx';
import { type AuthTab, tabFromHistory } from './tab.ts';

const SignUpForm = lazy(async () => ({
  default: (await import('./sign-up-form.tsx')).SignUpForm,
}));

const tabs: readonly { readonly value: AuthTab; readonly label: string }[] = [
  { value: 'signin', label: 'Sign In' },
  { value: 'signup', label: 'Create Account' },
];

/** Holds the place of a form, and is drawn only when it takes longer than a moment. */
const FormSkeleton = () => (
  <div className="stack page-skeleton" aria-busy="true">
    <span className="vh">Loading</span>
    <span className="skel" style={{ height: '20rem' }} />
  </div>
);

/** AUTH-01: two tabs; the navigation state may choose one. */
export function AuthPage() {
  const [tab, setTab] = useState<AuthTab>(tabFromHistory);
  return (
    <div className="stack stack--wide">
      <div>
        <h1>{tab === 'signin' ? 'Welcome back' : 'Create your account'}</h1>
        <p className="muted">
          {tab === 'signin' ? 'Sign in to see your balances.' : 'It takes about two minutes.'}
        </p>
      </div>
      <div className="tabs" role="tablist" aria-label="Account">
        {tabs.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`tab-${value}`}
            aria-selected={tab === value}
            aria-controls={`panel-${value}`}
            tabIndex={tab === value ? 0 : -1}
            aria-current={tab === value ? 'true' : undefined}
            onClick={() => setTab(value)}
            onKeyDown={({ key, currentTarget }) => {
              if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
              const other = value === 'signin' ? 'signup' : 'signin';
              setTab(other);
              currentTarget.ownerDocument.getElementById(`tab-${other}`)?.focus();
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'signin' ? (
          <SignInForm />
        ) : (
          <Suspense fallback={<FormSkeleton />}>
            <SignUpForm />
          </Suspense>
        )}
      </div>
    </div>
  );
}
