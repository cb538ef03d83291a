import { readFileSync } from 'node:fs';

/** A process with everything that it has started, as Linux lists them. */
function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended meanwhile.
    }
  }
}

/** Stops a PostgreSQL server with its children as a machine that hangs does; the returned function lets them go on. */
export function pauseProcesses(pid: number): () => void {
  const stopped = processesOf(pid);
  signal(stopped, 'SIGSTOP');
  return () => {
    signal(processesOf(pid), 'SIGCONT');
    signal(stopped, 'SIGCONT');
  };
}
