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

/** What a command answers its operator, and whether it did what was asked. */
export interface Said {
  readonly ok: boolean;
  readonly text: string;
}

export const done = (text: string): Said => ({ ok: true, text });
export const refused = (text: string): Said => ({ ok: false, text });

/** The same for a command with one answer: printed to standard output, or to standard error if it refused. */
export const answeringCommand = (run: () => Promise<Said>): Promise<void> =>
  operatorCommand(async () => {
    const { ok, text } = await run();
    (ok ? process.stdout : process.stderr).write(`${text}\n`);
    return ok;
  });
