import { readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '../start-error.ts';

/** The account of the operating system under which PostgreSQL runs; without `uid` the one we run under. */
export interface Account {
  readonly name: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** The account to run PostgreSQL under: our own, or, as root, one that is there anyway. Never makes one. */
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

/** Whether the account may walk into a folder, judged by the permission bits of every folder on the way. */
export function mayEnter(account: Account, folder: string): boolean {
  const { uid, gid } = account;
  if (uid === undefined) return true;
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    try {
      const entry = statSync(at);
      const bit = entry.uid === uid ? 0o100 : entry.gid === gid ? 0o010 : 0o001;
      if (entry.isDirectory() && (entry.mode & bit) === 0) return false;
    } catch {
      // Not there yet: what we make ourselves may be entered.
    }
    if (at === path.dirname(at)) return true;
  }
}
