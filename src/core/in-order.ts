/**
 * Puts the answers to repeated questions about one thing in order. Answers arrive in any order, and one
 * to an earlier question would replace a newer one.
 */
export function inOrder() {
  let asked = 0;
  /** The earliest question whose answer is still news. */
  let oldest = 0;
  return {
    /**
     * Begins a question. The function it returns says whether its answer should still be shown; if so,
     * no answer asked for earlier will be, unless this one is not an answer but what the device kept.
     */
    ask(): (isAnswer: boolean) => boolean {
      asked += 1;
      const question = asked;
      return (isAnswer) => {
        if (question < oldest) return false;
        if (isAnswer) oldest = question;
        return true;
      };
    },

    /** Something was done that changes the answer: whatever has been asked so far is out of date. */
    changed(): void {
      oldest = asked + 1;
    },
  };
}
