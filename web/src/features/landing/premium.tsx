import type { SiteText } from '@rasat/contract';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Text } from '../../ui/document/site-text.tsx';
import { Icon } from '../../ui/icons.tsx';
import { CourseState } from './course.tsx';
import { Section, SectionHeading } from './section.tsx';

const FEATURES = [
  'price.has1',
  'price.has2',
  'price.has3',
  'price.has4',
  'price.has5',
  'price.has6',
] as const satisfies readonly SiteText[];

const NOT = [
  ['not.gain', 'not.gainText'],
  ['not.advice', 'not.adviceText'],
  ['not.price', 'not.priceText'],
] as const satisfies readonly (readonly [SiteText, SiteText])[];

/** Renders one total of the course and the chosen subscription, what it includes, and both purchases. */
export function Premium() {
  return (
    <Section id="ucretler">
      <SectionHeading id="ucretler" title="price.title" />
      <CourseState />
      <div className="mt-8 grid grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] overflow-hidden rounded-[10px] border border-line bg-s1 max-desk:grid-cols-1">
        <Parts />
        <Total />
      </div>
      <dl className="mt-7 grid grid-cols-3 border-t border-line max-desk:grid-cols-1">
        {NOT.map(([name, text]) => (
          <div key={name} className="pt-4.5 pr-6 text-15 leading-mid text-ink-2">
            <dt className="mb-1 font-semi text-ink">
              <Text name={name} />
            </dt>
            <dd>
              <Text name={text} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Parts() {
  return (
    <div className="p-6.5 max-desk:p-4">
      <fieldset className="mb-2 inline-flex gap-px rounded-2 border border-line bg-s2 p-0.5">
        <legend className="sr-only">
          <Text name="price.period" />
        </legend>
        <Period months={3} name="price.3" />
        <Period months={6} name="price.6" />
      </fieldset>
      <dl className="text-15">
        <Row name="price.course" fill="lesson" note={<Text name="price.courseNote" />} />
        <Row
          name="price.plan3"
          fill="3-months"
          note={
            <>
              <Text name="price.month" /> <span className="num" data-fill="3-months monthly" />
            </>
          }
        />
        <Row
          name="price.plan6"
          fill="6-months"
          note={
            <>
              <Text name="price.month" /> <span className="num" data-fill="6-months monthly" />
            </>
          }
        />
      </dl>
      <h3 className="mt-5 text-15">
        <Text name="price.premium" />
      </h3>
      <ul className="mt-3 grid grid-cols-2 gap-x-4.5 gap-y-2.25 max-tab:grid-cols-1">
        {FEATURES.map((name) => (
          <li key={name} className="flex gap-2.25 text-14 text-ink-2">
            <Icon name="check" className="mt-0.5 text-up" />
            <Text name={name} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Period({ months, name }: { readonly months: 3 | 6; readonly name: SiteText }) {
  return (
    <label className="relative grid min-h-8 min-w-17 place-items-center rounded-1 px-3 text-13 font-med text-ink-2 has-checked:bg-s3 has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11">
      <input
        type="radio"
        name="period"
        value={months}
        defaultChecked={months === 6}
        className="absolute inset-0 m-0 size-full cursor-pointer appearance-none opacity-0"
      />
      <Text name={name} />
    </label>
  );
}

function Row({
  name,
  fill,
  note,
}: {
  readonly name: SiteText;
  readonly fill: string;
  readonly note: ReactNode;
}) {
  return (
    <div
      data-part={fill}
      className="flex items-baseline justify-between gap-4 border-b border-line-soft py-3 data-off:hidden"
    >
      <dt className="text-ink-2">
        <Text name={name} />
        <small className="mt-0.5 block text-13 text-ink-3">{note}</small>
      </dt>
      <dd className="num font-semi whitespace-nowrap text-ink" data-fill={fill}>
        —
      </dd>
    </div>
  );
}

/** Addresses of the purchases by the months of the subscription. */
const PURCHASE = {
  3: '/account?selected=subscription&type=3',
  6: '/account?selected=subscription&type=6',
} as const;
const OR_NOT = '[[hidden]]:hidden';

/** Shows the price of both purchases; while the course is not on sale, only what a course owner can buy. */
function Total() {
  return (
    <div className="border-l border-line bg-s2 p-6.5 shadow-[inset_0_2px_0_var(--brass)] max-desk:border-t max-desk:border-l-0 max-desk:p-4">
      <div data-sale="open">
        <p className="text-14 text-ink-3">
          <Text name="price.start" />
        </p>
        <p
          aria-live="polite"
          className="num min-h-12.5 text-[46px] leading-[1.1] font-[560] tracking-[-.02em] whitespace-nowrap font-stretch-[106%] max-desk:text-[40px]"
          data-fill="total"
        >
          —
        </p>
        <p className="mt-1.5 mb-4 text-14 leading-[1.55] text-ink-2">
          <Text name="price.vat" /> <Text name="price.next" />{' '}
          <span className="num" data-fill="renewal" />.{' '}
          <b className="text-ink">
            <Text name="price.year" /> <span className="num" data-fill="chosen year" />
          </b>
        </p>
      </div>
      <p hidden data-sale="closed" className="mb-4 text-14 leading-[1.55] text-ink-2">
        <Text name="price.holders" />
      </p>
      <div className="grid gap-2.5">
        <a href={PURCHASE[6]} data-sale="open" className={cx(buttonClass('primary', 'lg'), OR_NOT)}>
          <Text name="price.buy6" />
        </a>
        {/* A person without the course cannot buy here now, so no button is emphasised. */}
        <a
          hidden
          href={PURCHASE[6]}
          data-sale="closed"
          className={cx(buttonClass('secondary', 'lg'), OR_NOT)}
        >
          <Text name="price.buy6" />
        </a>
        <a href={PURCHASE[3]} className={buttonClass('secondary', 'lg')}>
          <Text name="price.buy3" />
        </a>
      </div>
      <p data-sale="open" className="mt-3 text-14 leading-[1.55] text-ink-2">
        <Text name="price.order" />
      </p>
    </div>
  );
}
