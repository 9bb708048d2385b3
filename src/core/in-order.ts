/** Whether an answer still counts. `isAnswer` is false for what the device kept: it outdates nothing. */
export type Counts = (isAnswer?: boolean) => boolean;

/**
 * Decides which answers to repeated questions about one thing still count. Answers arrive in any order, and
 * late ones would replace newer ones, or be shown to another customer. An answer counts only if no later
 * question has been answered and `askedBy` still returns the same id; nobody's answers never count.
 */
export function inOrder(askedBy: () => string | undefined = () => '') {
  let asked = 0;
  /** The earliest question whose answer still counts. */
  let oldest = 0;

  /** Begins a question. Earlier questions count until this one is answered. */
  function ask(): Counts {
    asked += 1;
    const question = asked;
    const customer = askedBy();
    return (isAnswer = true) => {
      if (question < oldest || customer === undefined || customer !== askedBy()) return false;
      if (isAnswer) oldest = question;
      return true;
    };
  }

  /** The right answer may have changed: the answers to all questions so far do not count. */
  function changed(): void {
    oldest = asked + 1;
  }

  return {
    ask,
    changed,

    /** Begins a question that takes the place of all earlier ones at once. */
    askOnly(): Counts {
      changed();
      return ask();
    },
  };
}
