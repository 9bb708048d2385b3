import type { Plugin } from 'vite';
import { documentFiles } from './documents.ts';

/**
 * Adds the documents outside the app to the build. They are emitted with the bundle, so they are on disk when the
 * service worker's precache list is made afterwards.
 */
export const documents = (): Plugin => ({
  name: 'kopa-documents',
  applyToEnvironment: (environment) => environment.name === 'client',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const path = request.url?.split('?')[0] ?? '';
      documentFiles().then((files) => {
        const page = files.find(({ fileName }) => fileName === `${path.slice(1)}/index.html`);
        if (page) response.setHeader('content-type', 'text/html; charset=utf-8').end(page.source);
        else next();
      }, next);
    });
  },
  async generateBundle() {
    for (const { fileName, source } of await documentFiles()) {
      this.emitFile({ type: 'asset', fileName, source });
    }
  },
});
