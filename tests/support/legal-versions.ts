import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const LEGAL = resolve(import.meta.dirname, '..', '..', 'legal');

interface NextVersion {
  readonly version: string;
  /** The day from which it applies, in ISO format. */
  readonly counts: string;
  readonly changes: readonly string[];
}

export interface LegalFolder {
  readonly folder: string;
  /** Replaces a document by its next version and moves the present one to the former versions. */
  readonly replace: (name: string, next: NextVersion) => Promise<void>;
  /** Changes a document without a new version, which is forbidden. */
  readonly alter: (name: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** A copy of the legal documents, in which a test can make new versions. */
export async function legalFolder(): Promise<LegalFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'kopa-legal-sources-'));
  await cp(LEGAL, folder, { recursive: true });
  const former = join(folder, 'former');
  await mkdir(former, { recursive: true });
  const fileOf = (name: string): string => join(folder, `${name}.md`);
  return {
    folder,
    async replace(name, { version, counts, changes }) {
      const before = await readFile(fileOf(name), 'utf8');
      const [, last = ''] = /^version: (.*)$/m.exec(before) ?? [];
      await rename(fileOf(name), join(former, `${name}-${last}.md`));
      const head = [
        `version: ${version}`,
        `counts: ${counts}`,
        ...changes.map((change) => `change: ${change}`),
      ];
      const text = before.replace(/^counts: .*\n/m, '').replace(/^change: .*\n/gm, '');
      await writeFile(
        fileOf(name),
        `${text.replace(/^version: .*$/m, head.join('\n'))}\nThis is version ${version}.\n`,
      );
    },
    async alter(name) {
      await writeFile(fileOf(name), `${await readFile(fileOf(name), 'utf8')}\nSilently.\n`);
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
