import type { FileStore } from '../../platform/files/file-store.ts';
import type { NotifyPerson } from '../../platform/notify-person.ts';
import type { ServerContext } from '../../platform/part.ts';

/** Parts of the server that the education uses. Changes of the back office pass a transaction as `db`. */
export type EducationContext = Pick<ServerContext, 'db' | 'clock' | 'keys' | 'config'> & {
  readonly files: FileStore;
  readonly tell: NotifyPerson;
};
