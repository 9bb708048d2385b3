/**
 * Puts the answers to repeated questions about one thing in order. They come as the network likes,
 * and one that was asked for earlier would take the place of what is true by now.
 */
export function inOrder() {
  let asked = 0;
  /** The earliest question whose answer is still news. */
  let oldest = 0;
  return {
    /**
     * Begins a question. What is given back says whether what came for it is still to be shown, and
     * that nothing asked for before it is any more, unless it is no answer but what the device kept.
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

    /** Something was done that changes the answer: what has been asked until now is of before it. */
    changed(): void {
      oldest = asked + 1;
    },
  };
}
