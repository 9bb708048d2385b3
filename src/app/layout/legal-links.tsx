import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { type TermsPath, termsOf } from '#core/routes.ts';
import { pageCountry } from '#platform/page/page-country.ts';
import { whenIdle } from '#platform/time/when-idle.ts';
import css from './legal-links.module.css';

/** Loaded when the browser is idle, and only on pages for visitors, the only ones that need it. */
const ask = async (): Promise<string> =>
  (await import('#app/session/visitor-country.ts')).visitorCountry();

/** SHELL-13: visitors in Australia get the Australian terms. */
function useTerms(): TermsPath {
  const [country, setCountry] = useState(pageCountry);
  useEffect(
    () =>
      whenIdle(() => {
        ask().then(
          (found) => {
            if (found) setCountry(found);
          },
          () => undefined,
        );
      }),
    [],
  );
  return termsOf(country);
}

/** Legal pages are documents of their own, so they have plain links. */
export const LegalLinks = () => (
  <footer className={`cap ${css.foot}`}>
    <Link href="/help">Help</Link>
    <a href="/status">Status</a>
    <a href={useTerms()}>Terms</a>
    <a href="/privacy-policy">Privacy</a>
    <a href="/cookie-policy">Cookies</a>
    <a href="/aml-cft-policy">AML/CFT</a>
    <a href="/msa-statement">Modern slavery</a>
    <span>Crypto-assets can fall in value.</span>
  </footer>
);
