import { isoTime, type PersonalData } from '../../platform/personal-data.ts';
import { deleteMarks, listMarks } from './store.ts';

/** Read marks of a person in the message lists. */
export const messagesData: PersonalData = {
  tables: ['message_read'],
  async export(db, _keys, personId) {
    const marks = await listMarks(db, personId);
    return {
      message_read: marks.map(({ list, atMs, messageId }) => ({
        list,
        through: messageId,
        appeared: isoTime(atMs),
      })),
    };
  },
  erase: deleteMarks,
};
