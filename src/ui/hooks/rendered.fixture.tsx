import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';

/** The markup of what a page shows, at an address of its own: links need one. */
export const rendered = (shown: ReactNode): string =>
  renderToStaticMarkup(<Router ssrPath="/shown">{shown}</Router>);

/** The words of markup in their order, without the tags around them. */
export const words = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
