import type { Generated } from 'kysely';

/** A file to be deleted. */
export interface FileRemovalTable {
  key: string;
  due_at: number;
  tries: Generated<number>;
}

/** The tables of the files. */
export type FileTables = {
  file_removal: FileRemovalTable;
};
