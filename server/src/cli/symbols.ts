import { forEachLanguage, LANGUAGES, SYMBOL_PATTERN } from '@rasat/contract';
import {
  findSymbol,
  listSymbols,
  MARKET_CHANNEL,
  type MarketSymbol,
  updateSymbol,
} from '../modules/market/index.ts';
import { notify } from '../platform/db/notify.ts';
import type { Db } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';
import { withContext } from './command.ts';
import { type CommandLine, command, NAME_OPTIONS } from './command-line.ts';

/** `rasat symbols`: prints the list of symbols, or changes the name of one of them. */
export const symbols = command({
  name: 'symbols',
  usage: `[--change S [--name TEXT] [--name-${LANGUAGES.join('|')} TEXT]]`,
  summary: 'the symbols, or a change of a name',
  wordCount: 0,
  values: ['change', 'name', ...NAME_OPTIONS],
  async run(line) {
    await withContext(async ({ db }) => {
      const name = line.find('change');
      if (name !== undefined) await change(db, name, line);
      const listed = await listSymbols(db);
      const shown = name === undefined ? listed : listed.filter((one) => one.symbol === name);
      process.stdout.write(shown.map(describe).join(''));
      if (listed.length === 0) process.stdout.write('There are no symbols yet.\n');
    });
    return 0;
  },
});

async function change(db: Db, name: string, line: CommandLine): Promise<void> {
  const symbol = SYMBOL_PATTERN.test(name) ? await findSymbol(db, name) : undefined;
  if (!symbol) throw new StartError(`There is no symbol "${name}".`);
  const plain = line.find('name');
  await updateSymbol(db, name, {
    name: forEachLanguage((one) => line.find(`name-${one}`) ?? plain ?? symbol.name[one]),
  });
  await notify(db, MARKET_CHANNEL, name);
}

function describe({ symbol, name, series, resolutions }: MarketSymbol): string {
  const { category, digits, source, calendar, base, epoch } = series;
  const columns = [
    symbol.padEnd(20),
    category.padEnd(7),
    `${digits} digits`.padEnd(10),
    `base ${base}`.padEnd(8),
    source.padEnd(10),
    `epoch ${epoch}`.padEnd(9),
    calendar.padEnd(7),
    resolutions.join(' ').padEnd(16),
    name.en,
  ];
  return `${columns.join('  ').trimEnd()}\n`;
}
