/**
 * What Node is started with to serve, from the project's root. With a limit on its heap, V8 collects garbage
 * at twice what is in use instead of at four times; smaller semi-spaces keep less of what is new. Under load
 * that is half of the resident memory, and no call becomes slower (`npm run bench:memory`).
 */
export const serverArguments = [
  '--max-semi-space-size=8',
  '--max-old-space-size=512',
  'server/main.ts',
];
