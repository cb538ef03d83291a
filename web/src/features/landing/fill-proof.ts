import { orderSources, type Reply, type ROUTES } from '@rasat/contract';
import { read, readFigures } from '../../api/read.ts';
import { formatCount, formatPercent, formatSigned } from '../../i18n/format.ts';
import { all, fill } from '../../ui/document/elements.ts';

type Part = Reply<typeof ROUTES.record>['parts'][number];
type Figures = Reply<typeof ROUTES.recordFigures>['groups'][number]['figures'];

/** Fewer resolved rows than these show no rate. */
const FEW = 15;

const VERDICTS: Readonly<Record<Figures['verdict'], string>> = {
  'interval-excludes-zero': 'Tabandan ayrışıyor.',
  undecided: 'Fark kanıtlanmamış.',
  few: 'Karar için az.',
};
/** Rules may have been chosen on the bars of a backtest: nothing follows from it. */
const BACKTEST = 'Geriye dönük test: kurallar bu mumlara bakılarak seçilmiş olabilir.';

const PRICES: Readonly<Record<string, string>> = {
  simulated: 'simülasyon fiyatları',
  file: 'işletmecinin yüklediği fiyatlar',
};

/** Shows the figures of the part of the record that says most: of venues first, live before a backtest. */
export async function fillProof(): Promise<void> {
  const record = await read('/record');
  for (const part of orderParts(record?.parts ?? [])) {
    const reply = await readFigures(part.source, part.origin);
    const whole = reply?.groups.find(
      ({ kind, setup, category }) => kind === null && setup === null && category === null,
    );
    const said = whole && tellFigures(part, whole.figures);
    if (!said) continue;
    for (const [name, text] of Object.entries(said)) fill(`proof ${name}`, text);
    for (const section of all('[data-section="proof"]')) section.hidden = false;
    return;
  }
}

/** Prices of venues before imported ones, these before simulated ones, and live rows before a backtest. */
export function orderParts(parts: readonly Part[]): Part[] {
  const sources = orderSources(parts);
  const rank = ({ source, origin }: Part): number =>
    2 * sources.indexOf(source) + (origin === 'live' ? 0 : 1);
  return parts.toSorted((a, b) => rank(a) - rank(b));
}

/** The strip's words: never a rate without its count, its interval and matched entries. Null when there are too few. */
export function tellFigures(
  { source, origin }: Part,
  figures: Figures,
): Record<string, string> | null {
  const { n, hits, first, verdict } = figures;
  if (n < FEW || !hits || !first.difference || !first.net) return null;
  const multiple = (value: number): string => formatSigned('tr', value, 3);
  const withInterval = ({ value, low, high }: NonNullable<typeof first.net>): string =>
    `${multiple(value)} R [${multiple(low)}; ${multiple(high)}]`;
  const about = [
    PRICES[source] ?? `${source} fiyatları`,
    origin === 'live' ? 'canlı yayımlananlar' : 'geriye dönük test',
  ].join(', ');
  return {
    verdict: origin === 'live' ? VERDICTS[verdict] : BACKTEST,
    about: `Bütün sinyaller, eşlenmiş girişlerin yanında (${about}).`,
    count: formatCount('tr', n),
    hits: formatPercent('tr', hits.share * 100, 1),
    baseline: formatPercent('tr', hits.baseline * 100, 1),
    difference: withInterval(first.difference),
    net: withInterval(first.net),
  };
}
