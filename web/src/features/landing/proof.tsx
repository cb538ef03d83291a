import type { SiteText } from '@rasat/contract';
import { buttonClass } from '../../ui/button.tsx';
import { Text } from '../../ui/document/site-text.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section, SectionHeading, TWO_COLUMNS_REVERSED } from './section.tsx';

/**
 * Renders the answer to the record's primary question, good or bad, and what the chances of touch say; hidden while the
 * record has no rows.
 */
export function Proof() {
  return (
    <section
      aria-labelledby="verdict"
      hidden
      data-section="proof"
      className="border-b border-line bg-s1"
    >
      <div className="mx-auto flex max-w-[1360px] flex-wrap items-center gap-x-10 gap-y-3 px-10 py-4 max-desk:px-4">
        <div className="flex max-w-[62ch] flex-1 basis-100 gap-2.5 text-14 leading-mid max-tab:basis-full">
          <Icon name="record" className="mt-0.75 text-brass" />
          <div>
            <p id="verdict">
              <b data-fill="proof verdict" />{' '}
              <span className="text-ink-2" data-fill="proof about" />
            </p>
            <p
              hidden
              data-fill="proof strip"
              className="mt-1 text-pretty text-ink-2 [[hidden]]:hidden"
            />
          </div>
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-3 max-tab:grid max-tab:grid-cols-2">
          <Figure name="record.counted" fill="proof counted" />
          <Figure name="record.difference" fill="proof difference" />
          <Figure name="record.nextLook" fill="proof nextLook" />
        </dl>
        <a href="/record" className="link text-ink-2 hover:text-ink">
          <Text name="record.all" />
        </a>
      </div>
    </section>
  );
}

function Figure({ name, fill }: { readonly name: SiteText; readonly fill: string }) {
  return (
    <div hidden data-figure className="[[hidden]]:hidden">
      <dt className="lbl">
        <Text name={name} />
      </dt>
      <dd className="num mt-0.5 text-16 font-semi" data-fill={fill} />
    </div>
  );
}

/**
 * Renders how the record works, how many live rows are there for the next look, and how often chances of touch came
 * true.
 */
export function RecordSection() {
  return (
    <Section id="sicil" className={TWO_COLUMNS_REVERSED}>
      <figure
        hidden
        data-section="proof"
        className="rounded-[10px] border border-line bg-chart-bg px-5 pt-4 pb-3 [[hidden]]:hidden"
      >
        <figcaption className="flex flex-wrap items-baseline justify-between gap-3">
          <b className="text-14">
            <Text name="record.counted" />
          </b>
          <span className="num text-ink-2" data-fill="proof counted" />
        </figcaption>
        <svg
          role="img"
          data-counted
          viewBox="0 0 560 74"
          className="picture mt-1 block h-auto w-full max-tab:hidden"
        />
      </figure>
      <div>
        <SectionHeading id="sicil" title="record.title" lead="record.lead" />
        <p className="mt-3 max-w-[60ch] leading-read text-ink-3">
          <Text name="record.check" />
        </p>
        <p
          hidden
          data-fill="proof chances"
          className="mt-3 max-w-[60ch] text-pretty leading-read text-ink-2 [[hidden]]:hidden"
        />
        <a href="/record" className={`${buttonClass('secondary', 'lg')} mt-5`}>
          <Text name="record.open" />
        </a>
      </div>
    </Section>
  );
}
