/**
 * The content of a Web Push message. Strangers may read it on a locked screen, so it has no amounts and no
 * addresses.
 */
export interface PushedNotice {
  readonly id: string;
  readonly userId: string;
  readonly text: string;
  /** The path to open. */
  readonly page: string;
  /** A security notice: somebody else may have caused the event. */
  readonly alarm: boolean;
}
