/** The oldest Node that the project's code and its tests run on; the pinned one is newer. */
const LEAST = 24;

/**
 * Throws if a test runner was started by an older Node than the pinned one, as editors do: tests would
 * fail for reasons that name no version.
 */
export function requirePinnedNode(version = process.versions.node) {
  if (Number.parseInt(version, 10) >= LEAST) return;
  throw new Error(
    `This is Node ${version}; the tests need Node ${LEAST}. Start them with npm run test:unit or npm run test:e2e, which use the pinned one, or choose node_modules/.bin/node in your editor.`,
  );
}
