import { cx } from '../../ui/cx.ts';
import { Text } from '../../ui/document/site-text.tsx';
import { BOX_CLASS } from '../../ui/tag.tsx';
import { type Point, Points, Section, SectionHeading, TWO_COLUMNS } from './section.tsx';
import { Simulated } from './simulated.tsx';

const POINTS: readonly Point[] = [
  { icon: 'cards', name: 'why.boxes', text: 'why.boxesText' },
  { icon: 'list', name: 'why.levels', text: 'why.levelsText' },
  { icon: 'predictor', name: 'why.condition', text: 'why.conditionText' },
];

/** Renders the section about the algorithm: what it draws, and one level of the hero's symbol with its calculation. */
export function Algorithm() {
  return (
    <Section id="algoritma" className={TWO_COLUMNS}>
      <div>
        <SectionHeading id="algoritma" title="why.title" lead="why.lead" />
        <Points points={POINTS} />
      </div>
      <Why />
    </Section>
  );
}

/** Shows the calculation of the box's upper trade line, as the page about a level explains it. */
function Why() {
  return (
    <div
      hidden
      data-why
      className="overflow-hidden rounded-[10px] border border-line bg-s1 [[hidden]]:hidden"
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line-soft px-4.5 py-2">
        <h3 className="text-14">
          <Text name="why.panel" />
        </h3>
        <b className="text-13" translate="no" data-fill="symbol" />
        <Simulated />
        <span className="flex-1" />
        <span
          className={cx(
            BOX_CLASS.hayyam,
            'inline-flex min-h-5.5 items-center gap-1.5 rounded-1 bg-bx-b px-1.75 text-12 font-med text-bx-t',
          )}
        >
          <i aria-hidden="true" className="size-2.5 rounded-[2px] bg-bx" />
          Hayyam
        </span>
      </div>
      <div className="px-4.5 py-4 text-14 leading-read text-ink-2">
        <p className="text-ink">
          <Text name="why.trade" />
        </p>
        <p className="num">
          <b className="text-[26px] font-[540] text-ink" data-fill="why line" />{' '}
          <span className="ml-2.5">
            <Text name="why.away" /> <span data-fill="why away" />
          </span>
        </p>
        <p className="mt-2">
          <Text name="why.rule" />
        </p>
        <p hidden data-box-over className="mt-1 text-ink">
          <Text name="why.over" />
        </p>
        <p className="num mt-2.5 rounded-2 border border-line-soft bg-s2 px-3 py-2.5 text-13 leading-[1.8]">
          <Text name="why.height" /> = <span data-fill="why height" />
          <br />
          <Text name="why.line" /> = <span data-fill="why sum" />
        </p>
      </div>
    </div>
  );
}
