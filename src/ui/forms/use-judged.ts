import { useState } from 'react';

/**
 * A field that somebody else judges as well, by a question of its own. `error` is what they said of the value, as
 * long as it stands there; `ask` asks and returns it.
 */
export function useJudged(value: string, judge: (value: string) => Promise<string | undefined>) {
  const [judged, setJudged] = useState<{ readonly value: string; readonly text: string }>();
  return {
    error: judged?.value === value ? judged.text : undefined,
    ask: async (): Promise<string | undefined> => {
      const text = await judge(value);
      if (text !== undefined) setJudged({ value, text });
      return text;
    },
  };
}
