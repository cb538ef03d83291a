import { cx } from '../../ui/cx.ts';
import { Text } from '../../ui/document/site-text.tsx';
import { BOX_CLASS } from '../../ui/tag.tsx';
import { Section, SectionHeading, TWO_COLUMNS_REVERSED } from './section.tsx';
import { Simulated } from './simulated.tsx';

const BUTTONS = [
  { name: 'Hayyam', box: 'hayyam' },
  { name: '52', box: '52' },
  { name: '144', box: '144' },
  { name: '36', box: '36' },
  { name: 'Crystal', box: 'crystal' },
  { name: 'Gann', box: null },
  { name: 'TP', box: null },
] as const;

/** Renders the section about the chart, with the notice of the chart library. */
export function Charting() {
  return (
    <Section id="grafik" className={TWO_COLUMNS_REVERSED}>
      <figure
        data-snapshot
        className="overflow-hidden rounded-[10px] border border-line bg-chart-bg"
      >
        <figcaption className="flex flex-wrap items-center gap-1.5 border-b border-line bg-s1 px-3 py-2">
          {BUTTONS.map(({ name, box }) => (
            <span
              key={name}
              className={cx(
                'inline-flex items-center gap-1.5 rounded-2 border px-2.25 py-1 text-12 font-med',
                name === 'Hayyam' ? 'border-line-ctl bg-s3' : 'border-line text-ink-2',
                box !== null && BOX_CLASS[box],
              )}
            >
              {box === null ? null : (
                <i
                  aria-hidden="true"
                  className={cx(
                    'size-2.5 rounded-[2px]',
                    name === 'Hayyam' ? 'bg-bx' : 'border-[1.5px] border-bx-l',
                  )}
                />
              )}
              {name === 'Gann' ? <Text name="chart.gann" /> : name}
            </span>
          ))}
          <span className="flex-1" />
          <Simulated />
        </figcaption>
        <svg
          role="img"
          aria-labelledby="chart-loading"
          data-chart="page"
          className="picture block h-85 w-full max-desk:h-75"
        />
      </figure>
      <div>
        <SectionHeading id="grafik" title="chart.title" lead="chart.lead" />
        <p className="mt-5 leading-read text-ink-3">
          <Text name="chart.notice" />{' '}
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noopener noreferrer"
            className="link min-h-0 min-w-0 text-ink-2"
          >
            <Text name="chart.library" />
            <span className="sr-only">
              {' '}
              (<Text name="word.newTab" />)
            </span>
          </a>
        </p>
      </div>
    </Section>
  );
}
