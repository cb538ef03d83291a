import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { eventually } from '../../../testing/eventually.ts';

// Image processes of this process. It may have other children, such as databases of test files that ran before.

/** Returns the ids of the child processes, including a shell that still sets its limits. */
export function listImageProcesses(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child && readCommand(child).includes('\0--jitless\0'));
}

/** Returns the id of an image process as soon as one runs with its limits. */
export function findImageProcess(): Promise<string> {
  return eventually(() => {
    const child = listImageProcesses().find((one) => /^[^\0]*node\0/.test(readCommand(one)));
    assert.ok(child, 'an image is worked on');
    return child;
  });
}

/** Returns the program and arguments of a process, each followed by a NUL; empty for a process that has ended. */
function readCommand(child: string): string {
  try {
    return readFileSync(`/proc/${child}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
