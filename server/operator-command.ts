/**
 * Runs what an operator asked for at the command line. The process ends with 0 if it resolves to true,
 * and with 1 if it resolves to false or fails; the message of a failure is printed to standard error.
 */
export async function operatorCommand(run: () => Promise<boolean>): Promise<void> {
  let done = false;
  try {
    done = await run();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  process.exitCode = done ? 0 : 1;
}
