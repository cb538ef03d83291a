import type { ConnectorName } from '@rasat/contract';
import { assertAdapters, neededLicence, openSources } from '../adapters.ts';
import type { Audience, Connector } from '../connectors/connector.ts';
import { ADAPTER_SETTINGS } from '../connectors/register.ts';
import { createClock } from '../platform/clock.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { CHECK_LIMITS, checkSource } from './check-source.ts';
import { command } from './command-line.ts';

/** `rasat sources`: prints what each source of the settings delivers; with `check`, calls each of them. */
export const sources = command({
  name: 'sources',
  usage: '[check]',
  summary:
    'what each price source delivers; `check` calls them and prints what it finds and every problem',
  word: 'check',
  async run(line) {
    const config = readConfig(process.env, ADAPTER_SETTINGS);
    assertAdapters(config);
    const clock = createClock();
    const log = createLog(config.logLevel);
    const opened = await openSources({ config, clock, log });
    let problems = 0;
    for (const [at, connector] of opened.entries()) {
      const name = config.sources[at];
      if (name) process.stdout.write(describe(config, name, connector));
      if (line.words.length === 0) {
        process.stdout.write(await describeOffer(connector));
        continue;
      }
      const clear = (): void => {
        if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
      };
      const found = await checkSource(connector, clock, CHECK_LIMITS, {
        progress(what) {
          if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K  ${what} …`);
        },
        found(fact) {
          clear();
          process.stdout.write(`  ${fact}\n`);
        },
      });
      clear();
      for (const sentence of found) process.stderr.write(`${connector.name}: ${sentence}\n`);
      if (found.length === 0) process.stdout.write('  everything works\n');
      problems += found.length;
    }
    return problems === 0 ? 0 : 1;
  },
});

const SEEN_BY: Readonly<Record<Audience, string>> = {
  anyone: 'everyone',
  'signed-in': 'signed-in people',
  subscribers: 'subscribers',
};

function describe(config: Config, name: ConnectorName, connector: Connector): string {
  const { delay, ticks, audience } = connector;
  const age = delay.class === 'delayed' ? `delayed by ${delay.ms / 60_000} min` : delay.class;
  const needed = neededLicence(config, name);
  const licence = needed === null ? 'no licence needed' : `${needed} licence`;
  const facts = [age, `${ticks} ticks`, licence, `seen by ${SEEN_BY[audience]}`];
  return `${name}: ${facts.join(', ')}\n`;
}

async function describeOffer(connector: Connector): Promise<string> {
  try {
    const offered = await connector.instruments();
    const listed = offered.filter(({ optional }) => !optional);
    const categories = [...new Set(offered.map(({ category }) => category))];
    const names = listed.map(({ symbol }) => symbol).join(' ');
    return `  ${offered.length} instruments (${categories.join(', ')}), listed by itself: ${names || 'none'}\n`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `  its instruments cannot be read now: ${reason}\n`;
  }
}
