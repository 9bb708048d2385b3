import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import {
  dropNotes,
  putKey,
  readNotes,
  showKey,
  writeNote,
} from '#server/services/records/notes/notes.ts';

export const notesHandlers = {
  listNotes: async (call, { after }) => ({
    status: 'success',
    data: await readNotes(call.deps, signedIn(call).userId, after),
  }),

  openNotesKey: async (call, { password }) => {
    const key = await showKey(call.deps, signedIn(call), password);
    return isRefused(key) ? key : { status: 'success', data: key };
  },

  putNotesKey: async (call, request) =>
    (await putKey(call.deps, signedIn(call), request)) ?? { status: 'success' },

  removeNotes: async (call, { password }) =>
    (await dropNotes(call.deps, signedIn(call), password)) ?? { status: 'success' },

  saveNote: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    // Limited because each call may write tens of kilobytes.
    const version = await writeNote(deps, owner, request);
    return isRefused(version) ? version : { status: 'success', data: { version } };
  },
} satisfies Partial<Handlers>;
