import { readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '../start-error.ts';

/** Account of the operating system that runs PostgreSQL; without `uid` it is the account of this process. */
export interface Account {
  readonly name: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** Chooses the account for PostgreSQL: that of this process, or, for root, an existing account. Never creates one. */
export function chooseAccount(passwdFile = '/etc/passwd'): Account {
  if (process.getuid?.() !== 0) return { name: os.userInfo().username };
  const entries = readFileSync(passwdFile, 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const entry = entries.find(([name]) => name === wanted);
    const uid = Number(entry?.[2]);
    const gid = Number(entry?.[3]);
    if (entry && uid > 0 && gid >= 0) return { name: wanted, uid, gid };
  }
  throw new StartError(
    'PostgreSQL refuses to run as root and this machine has no account "postgres" or "nobody" for it; add one, run Rasat as another user, or set DATABASE_URL.',
  );
}

/** Returns whether the account may enter a folder, by the permission bits of every folder on the path. */
export function mayEnter(account: Account, folder: string): boolean {
  const { uid, gid } = account;
  if (uid === undefined) return true;
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    try {
      const entry = statSync(at);
      const bit = entry.uid === uid ? 0o100 : entry.gid === gid ? 0o010 : 0o001;
      if (entry.isDirectory() && (entry.mode & bit) === 0) return false;
    } catch {
      // The folder does not exist yet. Folders created by this process may be entered.
    }
    if (at === path.dirname(at)) return true;
  }
}
