/** The logo as SVG for pages that no React draws. Its colours come from their style sheet, so that it follows the theme. */
export const logoSvg = (name: string): string =>
  `<svg class="logo" viewBox="0 0 98 32" width="98" height="32" role="img" aria-label="${name}">
<path class="logo-a" d="M16 2a14 14 0 1 1 0 28 14 14 0 0 1 0-28z"/>
<path class="logo-b" d="M3.2 21.8C10.2 19.4 14.3 12.6 19.5 8.4C20.3 14.8 11.9 19.5 10.9 29A14 14 0 0 1 3.2 21.8z"/>
<path class="logo-c" d="M19.5 8.4C21.3 14.7 24.8 18.4 29.5 19.6A14 14 0 0 1 10.9 29C11.9 19.5 20.3 14.8 19.5 8.4z"/>
<g class="logo-w" transform="translate(39 5.4)"><path d="M1.3 1.2v18.1M11.2 2.1 1.6 11.6M5.2 8.2l6.7 10.4M29.9 7v17.2M54.7 7v12.3"/><circle cx="19.7" cy="13.1" r="5"/><circle cx="34.9" cy="13.1" r="5"/><circle cx="49.7" cy="13.1" r="5"/></g>
</svg>`;
