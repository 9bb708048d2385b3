import { visitStorage } from '#platform/storage.ts';
import css from './legal-links.module.css';

/** SHELL-13: the terms are the Australian ones for who is there. */
const termsPath = (): string =>
  visitStorage.get('userCountry') === 'AU' ? '/au/terms-and-conditions' : '/terms-and-conditions';

/** Legal pages are documents of their own, so these are plain links. */
export const LegalLinks = () => (
  <footer className={`cap ${css.foot}`}>
    <a href={termsPath()}>Terms</a>
    <a href="/privacy-policy">Privacy</a>
    <a href="/cookie-policy">Cookies</a>
    <a href="/aml-cft-policy">AML/CFT</a>
    <a href="/msa-statement">Modern slavery</a>
    <span>Crypto-assets can fall in value.</span>
  </footer>
);
