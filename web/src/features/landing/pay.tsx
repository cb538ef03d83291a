import type { SiteText } from '@rasat/contract';
import type { ReactNode } from 'react';
import { Text } from '../../ui/document/site-text.tsx';
import { Section, SectionHeading } from './section.tsx';

const WHAT: readonly {
  readonly href: string;
  readonly name: SiteText;
  readonly text: SiteText;
  readonly picture: ReactNode;
}[] = [
  {
    href: '#algoritma',
    name: 'pay.boxes',
    text: 'pay.boxesText',
    picture: (
      <>
        <rect x="70" y="16" width="120" height="62" fill="var(--bx-hayyam)" opacity=".18" />
        <rect x="70" y="16" width="120" height="62" stroke="var(--hayyam-l)" strokeWidth="1.5" />
        <path
          d="M70 47H190M130 16V78"
          stroke="var(--hayyam-l)"
          strokeDasharray="2 4"
          opacity=".8"
        />
        <path
          d="M24 58 40 44 54 66 70 78 88 56 104 62 122 38 140 46 160 24 178 20 196 8"
          stroke="var(--text-2)"
          strokeWidth="1.6"
        />
        <path d="M190 14H226" stroke="var(--up)" strokeWidth="1.5" strokeDasharray="5 3" />
      </>
    ),
  },
  {
    href: '#algoritma',
    name: 'pay.levels',
    text: 'pay.levelsText',
    picture: (
      <>
        <path d="M60 10V86M180 10V86" stroke="var(--line-ctl)" strokeDasharray="2 4" />
        <path d="M60 62H180" stroke="var(--text)" strokeWidth="1.6" />
        <path
          d="M60 50H180M60 40H180M60 31H180M60 23H180M60 16H180"
          stroke="var(--up)"
          strokeWidth="1.2"
        />
        <path
          d="M22 70 40 74 60 66 84 60 104 48 124 52 144 38 164 42 184 30"
          stroke="var(--text-2)"
          strokeWidth="1.6"
        />
      </>
    ),
  },
  {
    href: '#algoritma',
    name: 'pay.seer',
    text: 'pay.seerText',
    picture: (
      <>
        <path
          d="M20 30 46 44 70 34 96 74 122 48 146 56 170 26 196 36 222 22"
          stroke="var(--text-2)"
          strokeWidth="1.6"
        />
        <path d="M96 74H226" stroke="var(--up)" strokeDasharray="5 4" />
        <circle cx="96" cy="74" r="6" stroke="var(--brass)" strokeWidth="2" />
      </>
    ),
  },
  {
    href: '#otomasyon',
    name: 'pay.scan',
    text: 'pay.scanText',
    picture: (
      <>
        {[18, 40, 62].map((y, at) => (
          <g key={y}>
            <rect x="40" y={y} width="160" height="16" rx="3" stroke="var(--line-ctl)" />
            <path d={`M50 ${y + 8}h34`} stroke="var(--text-2)" strokeWidth="2" />
            <path
              d={at === 1 ? 'M182 46h10l-5 6z' : `M182 ${y + 11}h10l-5-6z`}
              fill={at === 1 ? 'var(--down)' : 'var(--up)'}
            />
          </g>
        ))}
      </>
    ),
  },
  {
    href: '#kurs',
    name: 'pay.course',
    text: 'pay.courseText',
    picture: (
      <>
        {Array.from({ length: 8 }, (_, at) => {
          const x = 34 + (at % 4) * 46;
          const y = at < 4 ? 18 : 52;
          return (
            <g key={`${x} ${y}`}>
              <rect x={x} y={y} width="36" height="26" rx="3" stroke="var(--line-ctl)" />
              <path d={`M${x + 14} ${y + 8}v10l8-5z`} fill="var(--brass)" />
            </g>
          );
        })}
      </>
    ),
  },
];

/** Shows how many lessons have a video, while some have none. */
function VideosToday() {
  return (
    <p hidden data-sale="pending" className="mt-1.25 text-14 leading-mid text-warn">
      <Text name="course.today" /> <span className="num" data-fill="videos" />.
    </p>
  );
}

/** Renders what the product contains, as five pictures with a definition each. */
export function Pay() {
  return (
    <Section id="ne">
      <SectionHeading id="ne" title="pay.title" />
      <ul className="mt-8 grid grid-cols-5 overflow-hidden rounded-[10px] border border-line bg-s1 max-wide:grid-cols-3 max-desk:grid-cols-1">
        {WHAT.map(({ href, name, text, picture }) => (
          <li
            key={name}
            className="relative border-line-soft pb-4.5 not-first:border-l max-desk:grid max-desk:grid-cols-[132px_1fr] max-desk:pb-0 max-desk:not-first:border-t max-desk:not-first:border-l-0"
          >
            <svg
              aria-hidden="true"
              viewBox="0 0 240 96"
              fill="none"
              className="h-auto w-full border-b border-line-soft bg-chart-bg max-desk:h-full max-desk:border-r max-desk:border-b-0"
            >
              {picture}
            </svg>
            <div className="px-4.5 pt-4 max-desk:px-3.5 max-desk:py-3">
              <h3 className="text-16">
                <a href={href} className="after:absolute after:inset-0 hover:underline">
                  <Text name={name} />
                </a>
              </h3>
              <p className="mt-1.25 text-14 leading-mid text-ink-2">
                <Text name={text} />
              </p>
              {name === 'pay.course' ? <VideosToday /> : null}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
