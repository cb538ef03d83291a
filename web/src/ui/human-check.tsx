import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../i18n/index.ts';
import type { HumanCheckProps } from './human-check-props.ts';

const Widget = lazy(() =>
  import('./human-widget.tsx').then((module) => ({ default: module.HumanWidget })),
);

/**
 * Renders the check against robots in a form: a box to tick, then some seconds of computation by the browser. The
 * widget is loaded with its first use; its texts are those of the area `form`.
 */
export function HumanCheck(props: HumanCheckProps) {
  const { t } = useTranslation('form');
  return (
    <div data-field="challenge">
      <div className="relative">
        <Suspense
          fallback={
            <div
              aria-busy="true"
              className="flex min-h-13 items-center gap-2.75 rounded-2 border border-line bg-s2 px-3 text-ink-3"
            >
              <span className="size-5.5 flex-none rounded-[4px] border-[1.5px] border-line" />
              {t('human.label')}
            </div>
          }
        >
          <Widget {...props} />
        </Suspense>
        <ShieldCheck
          aria-hidden="true"
          width={16}
          height={16}
          strokeWidth={1.6}
          className="pointer-events-none absolute top-4.5 right-3 text-ink-3"
        />
      </div>
    </div>
  );
}
