import { CATEGORIES } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { viewsQuery } from '../../api/signals.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Load } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';

const ROW = 'min-w-0 px-3 py-2.5 max-desk:py-0';
const LIST = 'grid grid-cols-5 max-desk:grid-cols-1 max-desk:py-1.5';

/** How often each category was opened this week, under the category's own wall. */
export function ViewsPanel() {
  const { t } = useTranslation('dashboard');
  const views = useQuery(viewsQuery());
  return (
    <Panel
      title={t('views')}
      meta={<span className="lbl max-desk:hidden">{t('viewsHint')}</span>}
      className="mt-3"
      busy={views.isRefetching}
    >
      <Load
        compact
        query={views}
        failed={t('viewsFailed')}
        skeleton={
          <div className={LIST}>
            {CATEGORIES.map((category) => (
              <div key={category} className={ROW}>
                <div className="flex h-8 items-center">
                  <Bone className="w-full" />
                </div>
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
          <li
            key={category}
            className={`${ROW} desk:not-first:border-l desk:not-first:border-line-soft`}
          >
            <div className="grid grid-cols-[1fr_auto] items-center gap-x-2.5 gap-y-1.5 max-desk:h-8 max-desk:grid-cols-[70px_1fr_52px]">
              <span className="text-ink-2">{words(`category.${category}`)}</span>
              <span className="num text-right max-desk:order-3">{count(value)}</span>
              <span
                aria-hidden="true"
                className="col-span-2 h-1.5 overflow-hidden rounded-[2px] bg-s3 max-desk:order-2 max-desk:col-span-1"
              >
                <span
                  className="block h-full rounded-[2px] bg-ink-3"
                  style={{ width: `${(value / most) * 100}%` }}
                />
              </span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
