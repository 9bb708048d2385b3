/** Runs something once the next frame is painted: what was just pressed is seen to be pressed first. */
export function afterFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
