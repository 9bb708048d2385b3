/** Runs something after the next frame is painted, so that a press shows on screen first. */
export function afterFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
