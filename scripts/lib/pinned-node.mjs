/** The oldest major version of Node that runs the project's code and tests. The pinned version is not older. */
const LEAST = 24;

/**
 * Throws if a test runner was started by a Node that is too old, as an editor may do: without this, tests would fail
 * with errors that do not mention the version.
 */
export function requirePinnedNode(version = process.versions.node) {
  if (Number.parseInt(version, 10) >= LEAST) return;
  throw new Error(
    `This is Node ${version}; the tests need Node ${LEAST}. Start them with npm run test:unit or npm run test:e2e, which use the pinned one, or choose node_modules/.bin/node in your editor.`,
  );
}
