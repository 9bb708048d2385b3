import { mendApp, repairApp } from '#platform/worker/repair.ts';
import { serverAnswers } from '#platform/worker/server-answers.ts';
import { noteFailedStart, startFailedBefore } from './start-failed-mark.ts';

/**
 * The build puts this script into the shell, so that it is there when none of the app's files can be
 * used. It says why the app did not start, replaces bad files, and after a second failure offers to
 * repair the app.
 */

function contentOf(id: string): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>(`template#${id}`);
  if (!template) throw new Error(`the shell has no ${id}`);
  return document.importNode(template.content, true);
}

/** The page below stays, with what was typed into it. */
function say(text: string): void {
  if (!document.getElementById('again')) {
    document.body.append(contentOf('unloaded'));
    document.getElementById('again')?.addEventListener('click', () => location.reload());
  }
  document.getElementById('unloaded-why')?.replaceChildren(text);
}

function unreachableText(): string {
  return navigator.serviceWorker?.controller
    ? 'A file of the app on this device is missing or damaged. It can be replaced once you are connected.'
    : 'The app did not load. Check your connection.';
}

async function repair(button: HTMLElement, outcome: HTMLElement): Promise<void> {
  if (button.ariaBusy) return;
  button.ariaBusy = 'true';
  outcome.textContent = 'Repairing the app. This takes a moment.';
  if (await repairApp()) {
    location.reload();
    return;
  }
  button.ariaBusy = null;
  outcome.textContent =
    'The app was not repaired, because our server cannot be reached. Try again once you are connected.';
}

function offerRepair(): void {
  if (document.getElementById('repair')) return;
  document.getElementById('again')?.closest('.toasts')?.remove();
  document.getElementById('root')?.replaceChildren();
  document.body.append(contentOf('unstarted'));
  const button = document.getElementById('repair');
  const outcome = document.getElementById('repair-outcome');
  if (!button || !outcome) return;
  button.addEventListener('click', () => void repair(button, outcome));
}

async function startFailed(): Promise<void> {
  if (!(await serverAnswers())) {
    say(unreachableText());
    window.addEventListener('online', () => void startFailed(), { once: true });
    return;
  }
  const before = startFailedBefore();
  // Where nothing can be noted, a reload could follow a reload for ever.
  if (!noteFailedStart() || before) offerRepair();
  else if ((await mendApp()) === 'mended') location.reload();
  else say('The app did not load.');
}

window.startFailed = startFailed;
