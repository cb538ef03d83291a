import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { Feeds } from './calls.ts';
import { readPartNote } from './part-notes.ts';

/** Returns the function that names a part of the server; an unknown one is shown as it is. */
function usePartName(): (part: string) => string {
  const { t, i18n } = useTranslation('adminMarket');
  return (part) => {
    const key = `feeds.partNames.${part}`;
    return i18n.exists(key, { ns: 'adminMarket' }) ? t(key as 'feeds.partNames.web') : part;
  };
}

/** Renders the parts of the server with their notes. */
export function PartsPanel({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const partName = usePartName();
  return (
    <Panel title={t('feeds.parts')}>
      <ul className="divide-y divide-line-soft">
        {feeds.parts.map(({ name, ready, detail }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="w-36 font-semi">{partName(name)}</span>
            <Tag tone={ready ? 'ok' : 'warn'}>{t(ready ? 'feeds.ready' : 'feeds.notReady')}</Tag>
            {/* The table of sources shows the feed's notes. */}
            {name === 'feed' || detail === '' ? null : <PartNote words={detail} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Renders the note of a part in the language and number format of the page. */
function PartNote({ words }: { readonly words: string }) {
  const { t } = useTranslation('adminMarket');
  const { percent, count } = useFormats();
  const note = readPartNote(words);
  const look = 'min-w-0 flex-1 text-12 break-words text-ink-3';
  if ('words' in note) {
    return (
      <span lang="en" className={look}>
        {note.words}
      </span>
    );
  }
  const { values } = note;
  const said = {
    ...values,
    ...(values.percent !== undefined && { percent: percent(Number(values.percent), 0) }),
    ...(values.count !== undefined && { count: count(Number(values.count)) }),
  };
  return <span className={look}>{t(`feeds.notes.${note.key}`, said)}</span>;
}
