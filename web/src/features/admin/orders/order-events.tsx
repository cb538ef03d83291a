import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Moment } from '../moment.tsx';
import type { OrderRecord } from './calls.ts';
import { type DetailEntry, listDetail } from './event-detail.ts';

type OrderEvent = OrderRecord['events'][number];

/** Renders the events of an order, oldest first; each opens to its details. */
export function OrderEvents({ events }: { readonly events: readonly OrderEvent[] }) {
  const { t } = useTranslation('adminMoney');
  return (
    <Panel title={t('order.events')}>
      <p className="border-b border-line-soft px-3 py-2 text-12 text-ink-3">
        {t('order.eventsText')}
      </p>
      <ol className="divide-y divide-line-soft">
        {events.map((event) => (
          <li key={event.id}>
            <Event event={event} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const LINE = 'flex min-h-9 items-center gap-3 px-3 py-1.5';

function Event({ event: { at, kind, detail } }: { readonly event: OrderEvent }) {
  const kindText = useName('event');
  const entries = listDetail(detail);
  const line = (
    <>
      <span className="min-w-27 flex-none text-ink-2 max-tab:min-w-21">
        <Moment timeMs={at} />
      </span>
      <span className="min-w-0 font-med">{kindText(kind)}</span>
      <code className="font-sans text-11 text-ink-3 max-tab:hidden">{kind}</code>
    </>
  );
  if (entries.length === 0) return <div className={LINE}>{line}</div>;
  return (
    <details className="group">
      <summary
        className={`${LINE} cursor-pointer list-none hover:bg-hover [&::-webkit-details-marker]:hidden pointer-coarse:min-h-11`}
      >
        {line}
        <Icon name="chevronDown" size={14} className="ml-auto text-ink-3 group-open:rotate-180" />
      </summary>
      <dl className="grid gap-x-4 gap-y-1 px-3 pt-1 pb-3 text-12 tab:grid-cols-[max-content_minmax(0,1fr)] tab:pl-33">
        {entries.map((entry) => (
          <Detail key={`${entry.key} ${String(entry.value)}`} entry={entry} />
        ))}
      </dl>
    </details>
  );
}

function Detail({ entry: { key, value, kind } }: { readonly entry: DetailEntry }) {
  const { t } = useTranslation('adminMoney');
  const { money } = useFormats();
  const keyText = useName('detail');
  return (
    <>
      <dt className="text-ink-3">{keyText(key)}</dt>
      <dd className="min-w-0 break-all max-tab:mb-1">
        {value === null ? (
          t('detail.none')
        ) : typeof value === 'number' && kind === 'moment' ? (
          <Moment timeMs={value} />
        ) : typeof value === 'number' && kind === 'amount' ? (
          <span className="num">{money(value)}</span>
        ) : value === 'pays' || value === 'misfit' || value === 'surplus' ? (
          t(`order.roles.${value}`)
        ) : (
          String(value)
        )}
      </dd>
    </>
  );
}

/** Returns the function that names an event or a value; an unknown one is shown as it is. */
function useName(group: 'event' | 'detail'): (name: string) => string {
  const { t, i18n } = useTranslation('adminMoney');
  return (name) => {
    const key = `${group}.${name}`;
    return i18n.exists(key, { ns: 'adminMoney' }) ? t(key as 'event.captured') : name;
  };
}
