import type { Plugin } from 'vite';
import { legalFiles } from './legal.ts';

/**
 * Adds the legal pages to the build. They are emitted with the bundle, so they are on disk when the
 * service worker's precache list is made afterwards.
 */
export const legalPages = (): Plugin => ({
  name: 'kopa-legal-pages',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  async generateBundle() {
    for (const { fileName, source } of await legalFiles()) {
      this.emitFile({ type: 'asset', fileName, source });
    }
  },
});
