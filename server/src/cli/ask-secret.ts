import { createInterface } from 'node:readline';
import { StartError } from '../platform/start-error.ts';

/**
 * Asks for a secret: twice on a terminal, without echo; otherwise reads the first line of standard input. Throws
 * `StartError`.
 */
export async function askSecret(what: string): Promise<string> {
  if (!process.stdin.isTTY) return readFirstLine();
  const first = await askHidden(`${what}: `);
  const second = await askHidden(`${what} once more: `);
  if (first !== second) throw new StartError('The two were not the same.');
  return first;
}

async function readFirstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return '';
}

const ENTER = /[\r\n]/;
const END = '\u0004';
const INTERRUPT = '\u0003';
const BACKSPACE = /[\b\u007f]/;

function askHidden(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(prompt);
  stdin.setRawMode(true).setEncoding('utf8').resume();
  return new Promise((resolve, reject) => {
    let typed: string[] = [];
    const leave = (): void => {
      stdin.off('data', hear);
      stdin.setRawMode(false).pause();
      stderr.write('\n');
    };
    const hear = (chunk: string): void => {
      for (const sign of chunk) {
        if (sign === INTERRUPT) {
          leave();
          reject(new StartError('Stopped; nothing was changed.'));
          return;
        }
        if (ENTER.test(sign) || sign === END) {
          leave();
          resolve(typed.join(''));
          return;
        }
        if (BACKSPACE.test(sign)) typed = typed.slice(0, -1);
        else typed.push(sign);
      }
    };
    stdin.on('data', hear);
  });
}
