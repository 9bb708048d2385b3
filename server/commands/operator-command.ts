/**
 * Runs an operator's command. The exit code is 0 if it resolves to true, and 1 if it resolves to false or
 * fails; a failure's message goes to standard error.
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

/** The command's text for its operator, and whether it succeeded. */
export interface Said {
  readonly ok: boolean;
  readonly text: string;
}

export const done = (text: string): Said => ({ ok: true, text });
export const refused = (text: string): Said => ({ ok: false, text });

/** The same for a command with one text: on standard output, or on standard error after a refusal. */
export const answeringCommand = (run: () => Promise<Said>): Promise<void> =>
  operatorCommand(async () => {
    const { ok, text } = await run();
    (ok ? process.stdout : process.stderr).write(`${text}\n`);
    return ok;
  });
