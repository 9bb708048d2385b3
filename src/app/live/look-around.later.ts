import { keepHistory } from './kept-history.ts';
import { showNotices } from './notices.ts';

/** One check for news. `from`: when this page began, in the server's time. */
export function look(from: number): void {
  void showNotices(from);
  void keepHistory();
}
