/** What a person does about an error of the operating system in the data directory. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there. Give it the directory, or choose another DATA_DIR.',
  EPERM: 'this user may not write there. Give it the directory, or choose another DATA_DIR.',
  EROFS: 'it is on a disk that can only be read. Choose another DATA_DIR.',
  ENOSPC: 'its disk is full. Make space there, or choose another DATA_DIR.',
  EDQUOT: 'its disk is full. Make space there, or choose another DATA_DIR.',
  EEXIST: 'it is a file and not a directory. Choose another DATA_DIR.',
  ENOTDIR: 'a part of its path is a file and not a directory. Choose another DATA_DIR.',
};

/** The error as a sentence that says what to do (HARD-80), or as it is if it is of another kind. */
export function directoryProblem(error: unknown, directory: string): unknown {
  // The embedded engine passes on the message of a full disk without its code.
  const code = error instanceof Error ? /^E[A-Z]+(?=: )/.exec(error.message)?.[0] : undefined;
  const remedy = code === undefined ? undefined : REMEDIES[code];
  if (remedy === undefined) return error;
  return new Error(`The data directory ${directory} cannot be used: ${remedy}`, { cause: error });
}
