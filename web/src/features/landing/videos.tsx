import { cx } from '../../ui/cx.ts';
import { BOX_CLASS } from '../../ui/tag.tsx';
import { Section, SectionHeading } from './section.tsx';

/** Outline of the box behind each video: a video that is not a film of the product has no picture before it plays. */
const PLACES = [
  { kind: 'hayyam', dash: undefined },
  { kind: '144', dash: '3 3' },
  { kind: 'crystal', dash: '1.5 3' },
] as const;

/** Renders the operator's videos, three at most; hidden while there are none. */
export function Videos() {
  return (
    <Section id="videolar" name="videos" hidden>
      <SectionHeading id="videolar" title="video.title" />
      <ul className="mt-8 grid grid-cols-3 gap-4 max-tab:grid-cols-1">
        {PLACES.map(({ kind, dash }) => (
          <li
            key={kind}
            hidden
            data-video
            className={cx(BOX_CLASS[kind], 'data-plays:order-first data-plays:col-span-full')}
          >
            <div className="relative aspect-[16/9] overflow-hidden rounded-3 border border-line bg-chart-bg">
              <Sketch dash={dash} />
              <a
                href="/"
                target="_blank"
                rel="noopener noreferrer"
                className="group absolute inset-0 grid place-items-center rounded-3"
              >
                <span
                  className={cx(
                    'grid size-13 place-items-center rounded-full bg-ink text-bg',
                    'elev-2 transition-transform group-hover:scale-105',
                  )}
                >
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 16 16"
                    className="ml-0.75 size-5 fill-current"
                  >
                    <path d="M5 3.5v9l7.5-4.5z" />
                  </svg>
                </span>
                <span className="sr-only">
                  <span data-video-title />
                  <span data-video-note />
                </span>
              </a>
            </div>
            <h3 className="mt-2.75 text-15" data-video-title>
              Video
            </h3>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Sketch({ dash }: { readonly dash: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 420 236"
      fill="none"
      stroke="var(--bx-l)"
      className="absolute inset-0 size-full"
    >
      <path
        d="M0 60H420M0 118H420M0 176H420M84 0V236M210 0V236M336 0V236"
        stroke="var(--chart-grid)"
      />
      <rect x="59" y="50" width="303" height="136" fill="var(--bx)" stroke="none" opacity=".12" />
      <rect x="59" y="50" width="303" height="136" strokeWidth="1.5" strokeDasharray={dash} />
      <path d="M59 118H362M210 50V186" strokeWidth="1.1" opacity=".85" />
      <path d="M59 84H362M59 152H362M134 50V186M286 50V186" strokeDasharray="2 4" opacity=".75" />
    </svg>
  );
}
