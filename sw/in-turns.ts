/** Works through all items, `atOnce` at a time; the first failure stops it. */
export async function inTurns<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  let failed = false;
  const turn = async (): Promise<void> => {
    for (;;) {
      const [item] = waiting.splice(0, 1);
      if (item === undefined || failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
}
