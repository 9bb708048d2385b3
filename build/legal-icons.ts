const icon = (path: string): string =>
  `<svg class="i" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`;

export const backIcon = icon('m14.5 6-6 6 6 6');
export const moreIcon = icon('m6 9.5 6 6 6-6');
