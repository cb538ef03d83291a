import { listSettings, readConfig, type SettingLine } from '../platform/config.ts';
import type { Command } from './command.ts';

/** `rasat config`: every setting with its value. */
export const config: Command = {
  usage: '',
  summary: 'the settings and their values',
  async run() {
    const settings = listSettings(readConfig(process.env));
    const used = settings.filter((line) => !line.idle);
    const idle = settings.filter((line) => line.idle);
    process.stdout.write(`${used.map(describe).join('\n')}\n`);
    process.stdout.write('\nRead and checked, but without effect in this version:\n');
    process.stdout.write(`${idle.map(describe).join('\n')}\n`);
    return 0;
  },
};

function describe({ variable, value, help }: SettingLine): string {
  return `${`${variable}=${value ?? ''}`.padEnd(44)} ${help}`;
}
