import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { eventually } from '../../../testing/eventually.ts';

// The processes that work on images for this one. It may have other children: databases of the test files that it ran before.

/** The ids of those that are there, also of one that is still the shell that sets its limits. */
export function listImageProcesses(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child && readCommand(child).includes('\0--jitless\0'));
}

/** The id of one that runs with its limits, as soon as there is one. */
export function findImageProcess(): Promise<string> {
  return eventually(() => {
    const child = listImageProcesses().find((one) => /^[^\0]*node\0/.test(readCommand(one)));
    assert.ok(child, 'an image is worked on');
    return child;
  });
}

/** Its program and arguments, each with a NUL after it; nothing for a process that has ended. */
function readCommand(child: string): string {
  try {
    return readFileSync(`/proc/${child}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
