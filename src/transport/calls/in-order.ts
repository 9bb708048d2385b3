/**
 * Tells whether an answer still counts. `isAnswer` is false for the device's copy, which does not outdate
 * other answers.
 */
export type Counts = (isAnswer?: boolean) => boolean;

/**
 * Decides which answers to repeated questions about one thing count. Answers may arrive in any order; a late
 * one could replace a newer one. An answer counts only if no later question was answered and `askedBy`, such
 * as the account that the question is about, is still the same. If it returns undefined, no answer counts.
 */
export function inOrder(askedBy: () => string | undefined = () => '') {
  let asked = 0;
  /** The earliest question whose answer still counts. */
  let oldest = 0;

  /** Begins a question. Earlier questions count until this one is answered. */
  function ask(): Counts {
    asked += 1;
    const question = asked;
    const asker = askedBy();
    return (isAnswer = true) => {
      if (question < oldest || asker === undefined || asker !== askedBy()) return false;
      if (isAnswer) oldest = question;
      return true;
    };
  }

  /** The data may have changed: answers to all questions so far do not count. */
  function changed(): void {
    oldest = asked + 1;
  }

  return {
    ask,
    changed,

    /** Begins a question; answers to all earlier ones do not count from now on. */
    askOnly(): Counts {
      changed();
      return ask();
    },
  };
}
