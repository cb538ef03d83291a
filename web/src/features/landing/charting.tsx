import { cx } from '../../ui/cx.ts';
import { BOX_CLASS } from '../../ui/tag.tsx';
import { Lead, Section, TWO_TURNED } from './section.tsx';

const BUTTONS = [
  { name: 'Hayyam', box: 'hayyam' },
  { name: '52', box: '52' },
  { name: '144', box: '144' },
  { name: '36', box: '36' },
  { name: 'Crystal', box: 'crystal' },
  { name: 'Gann tayfı', box: null },
  { name: 'TP', box: null },
] as const;

/** The chart, with the notice of the library that draws it. */
export function Charting() {
  return (
    <Section id="grafik" className={TWO_TURNED}>
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
              {name}
            </span>
          ))}
          <span className="flex-1" />
          <span className="lbl">simülasyon</span>
        </figcaption>
        <svg
          role="img"
          aria-label="Grafik yükleniyor"
          data-chart="page"
          className="picture block h-85 w-full max-desk:h-75"
        />
      </figure>
      <div>
        <Lead id="grafik" title="Grafik hizmeti: tam ekran, bir dokunuşla çizim">
          Kutular, seviyeler, Gann tayfı ve hedefler başlıktaki düğmelerle açılır, kapanır. 15
          dakikadan haftalığa beş zaman aralığı, Türkiye saatiyle.
        </Lead>
        <p className="mt-5 leading-read text-ink-3">
          Grafikler, TradingView’in açık kaynaklı{' '}
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noopener noreferrer"
            className="link min-h-0 min-w-0 text-ink-2"
          >
            Lightweight Charts
            <span className="sr-only"> (yeni sekmede açılır)</span>
          </a>{' '}
          kütüphanesiyle çizilir (Apache License 2.0). Kütüphanenin adı grafiğin köşesinde de yazar.
        </p>
      </div>
    </Section>
  );
}
