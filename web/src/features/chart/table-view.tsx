import { type Bar, DAY_MS, type Resolution, resolutionMs } from '@rasat/engine';
import type { ReactNode } from 'react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import type { Target } from '../../charts/index.ts';
import { getButton } from '../../drawings/buttons.ts';
import type { Drawn } from '../../drawings/kinds.ts';
import { useDrawingName } from '../../drawings/use-drawing-name.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { WhyTags } from '../../why/index.ts';

const SHOWN_BARS = 50;

/** Renders the chart as tables: drawn levels, each with a button for its explanation, and the last fifty bars. */
export function TableView({
  entry,
  resolution,
  bars,
  drawn,
  onWhy,
  onClose,
}: {
  readonly entry: SymbolEntry;
  readonly resolution: Resolution;
  readonly bars: readonly Bar[];
  readonly drawn: ReadonlyMap<string, Drawn>;
  readonly onWhy: (target: Target) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('chart');
  return (
    <section
      aria-label={t('table')}
      className="absolute inset-0 z-5 overflow-auto bg-s1 text-ink max-desk:text-13"
    >
      <header className="sticky top-0 z-1 flex min-h-11 items-center gap-2 border-b border-line bg-s1 pr-1.5 pl-3.5">
        <h2 className="flex-1 text-14">
          {t('tableView.title', {
            symbol: entry.symbol,
            resolution: t(`resolutionsLong.${resolution}`),
          })}
        </h2>
        <IconButton label={t('tableView.chart')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className="grid max-w-300 items-start gap-6 p-3.5 wide:grid-cols-2">
        <Levels drawn={drawn} digits={entry.digits} onWhy={onWhy} />
        <Bars bars={bars} digits={entry.digits} daily={resolutionMs[resolution] >= DAY_MS} />
      </div>
    </section>
  );
}

const TABLE = 'num w-full border-collapse text-13';
const HEAD = 'h-7.5 border-b border-line px-2.5 text-left text-11 font-med text-ink-3';
const CELL = 'h-9 border-b border-line-soft px-2.5';

function Caption({ children }: { readonly children: ReactNode }) {
  return <caption className="pb-1.5 text-left text-13 font-semi">{children}</caption>;
}

function Levels({
  drawn,
  digits,
  onWhy,
}: {
  readonly drawn: ReadonlyMap<string, Drawn>;
  readonly digits: number;
  readonly onWhy: (target: Target) => void;
}) {
  const { t } = useTranslation('chart');
  const formats = useFormats();
  const nameOf = useDrawingName();
  const rows = [...drawn.values()].flatMap(({ id, drawing, description, why }) =>
    drawing.targets.flatMap((target) => {
      const subject = why(target.part);
      const words = description.lines[target.part];
      return subject ? [{ name: nameOf(getButton(id)), target, subject, words }] : [];
    }),
  );
  if (rows.length === 0) return <p className="text-ink-2">{t('tableView.noLevels')}</p>;
  return (
    <table className={TABLE}>
      <Caption>{t('tableView.levels')}</Caption>
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            {t('tableView.level')}
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            {t('tableView.value')}
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            {t('tableView.why')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, target, subject, words }) => (
          <tr key={`${target.drawing}/${target.part}`}>
            <th scope="row" className={`${CELL} text-left font-reg`}>
              <span className="sr-only">{name}: </span>
              <WhyTags subject={subject} />
              {words === undefined ? null : (
                <span className="block pb-1 text-12 text-ink-2">{words}</span>
              )}
            </th>
            <td className={`${CELL} text-right`}>
              {'price' in target.at
                ? formats.price(target.at.price, digits)
                : formats.moment(target.at.timeMs)}
            </td>
            <td className={`${CELL} text-right`}>
              <Button variant="quiet" size="sm" onClick={() => onWhy(target)}>
                {t('tableView.why')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bars({
  bars,
  digits,
  daily,
}: {
  readonly bars: readonly Bar[];
  readonly digits: number;
  readonly daily: boolean;
}) {
  const { t } = useTranslation('chart');
  const formats = useFormats();
  const shown = bars.slice(-SHOWN_BARS).toReversed();
  return (
    <table className={TABLE}>
      <Caption>{t('tableView.bars')}</Caption>
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            {t('tableView.time')}
          </th>
          {(['openLong', 'highLong', 'lowLong', 'closeLong'] as const).map((word) => (
            <th key={word} scope="col" className={`${HEAD} text-right`}>
              {t(word)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((bar) => (
          <tr key={bar.openTimeMs}>
            <th
              scope="row"
              title={formatIsoUtc(bar.openTimeMs)}
              className={`${CELL} text-left font-reg`}
            >
              {daily ? formats.day(bar.openTimeMs) : formats.moment(bar.openTimeMs)}
            </th>
            {[bar.open, bar.high, bar.low, bar.close].map((price, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four figures in a fixed order
              <td key={i} className={`${CELL} text-right`}>
                {formats.price(price, digits)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
