import { readFileSync } from 'node:fs';

/** Returns the ids of a process and its children, as Linux lists them. */
function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process may have ended.
    }
  }
}

/** Pauses a PostgreSQL server with its children, as on a machine that hangs; the returned function resumes them. */
export function pauseProcesses(pid: number): () => void {
  const stopped = processesOf(pid);
  signal(stopped, 'SIGSTOP');
  return () => {
    signal(processesOf(pid), 'SIGCONT');
    signal(stopped, 'SIGCONT');
  };
}
