import { ADAPTER_SETTINGS } from '../connectors/register.ts';
import { listSettings, readConfig, type SettingLine } from '../platform/config.ts';
import { command } from './command-line.ts';

/** `rasat config`: prints every setting with its value. */
export const config = command({
  name: 'config',
  usage: '',
  summary: 'the settings and their values',
  wordCount: 0,
  async run() {
    const settings = listSettings(readConfig(process.env, ADAPTER_SETTINGS), ADAPTER_SETTINGS);
    process.stdout.write(settings.map(describe).join(''));
    return 0;
  },
});

function describe({ variable, value, help }: SettingLine): string {
  return `${`${variable}=${value ?? ''}`.padEnd(44)} ${help}\n`;
}
