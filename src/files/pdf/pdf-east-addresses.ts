/// <reference types="vite/types/importMeta.d.ts" />

const found = import.meta.glob<string>(
  [
    '/node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-*-400-normal.woff',
    '/node_modules/@fontsource/nanum-gothic/files/nanum-gothic-*-400-normal.woff',
  ],
  { query: '?url', import: 'default', eager: true },
);

/** The addresses of the fonts for Chinese characters, kana and Hangul, by file name. */
export const eastAddresses: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(found).map(([file, address]) => [file.slice(file.lastIndexOf('/') + 1), address]),
);
