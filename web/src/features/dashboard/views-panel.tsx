import { CATEGORIES } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Load } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { viewsQuery } from './calls.ts';

const LIST = 'py-1.5';
const ROW = 'grid h-8 grid-cols-[auto_minmax(0,1fr)_52px] items-center gap-2.5 px-3';

/** Shows how often the lists of each category were opened this week. */
export function ViewsPanel({ className }: { readonly className?: string }) {
  const { t } = useTranslation('dashboard');
  const views = useQuery(viewsQuery());
  return (
    <Panel
      title={<span className="whitespace-nowrap">{t('views')}</span>}
      meta={<span className="lbl min-w-0 leading-tight max-desk:hidden">{t('viewsHint')}</span>}
      busy={views.isRefetching}
      {...(className === undefined ? {} : { className })}
    >
      <Load
        compact
        query={views}
        failed={t('viewsFailed')}
        skeleton={
          <div className={LIST}>
            {CATEGORIES.map((category) => (
              <div key={category} className={ROW}>
                <Bone className="w-14" />
                <Bone className="h-1.5" />
                <Bone className="w-8 justify-self-end" />
              </div>
            ))}
          </div>
        }
      >
        {(data) => <ViewBars views={new Map(data.map(({ type, views }) => [type, views]))} />}
      </Load>
    </Panel>
  );
}

function ViewBars({ views }: { readonly views: ReadonlyMap<string, number> }) {
  const { t: words } = useTranslation('words');
  const { count } = useFormats();
  const most = Math.max(1, ...views.values());
  return (
    <ul className={LIST}>
      {CATEGORIES.map((category) => {
        const value = views.get(category) ?? 0;
        return (
          <li key={category} className={ROW}>
            <span className="w-17.5 text-ink-2">{words(`category.${category}`)}</span>
            <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-[2px] bg-s3">
              <span
                className="block h-full rounded-[2px] bg-ink-3"
                style={{ width: `${(value / most) * 100}%` }}
              />
            </span>
            <span className="num text-right">{count(value)}</span>
          </li>
        );
      })}
    </ul>
  );
}
