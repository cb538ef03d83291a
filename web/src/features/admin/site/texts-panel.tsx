import { fold, LANGUAGES, type Language, type Reply, ROUTES } from '@rasat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useLanguage, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Load } from '../../../ui/load.tsx';
import { notify } from '../../../ui/notices.ts';
import { Panel } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { siteTextsQuery } from './calls.ts';

type SiteTextRow = Reply<typeof ROUTES.adminSiteTexts>[number];

interface Values extends Record<string, unknown> {
  name: SiteTextRow['name'];
  own: Record<Language, string>;
}

/** Renders every text of the landing page, with a search; each is edited separately in each language. */
export function TextsPanel() {
  const { t } = useTranslation('adminMarket');
  const query = useQuery(siteTextsQuery());
  return (
    <Panel title={t('site.texts')}>
      <Load
        query={query}
        failed={t('site.failed')}
        skeleton={<Bone className="m-4 h-60 w-full max-w-120" />}
      >
        {(rows) => <Texts rows={rows} />}
      </Load>
    </Panel>
  );
}

function Texts({ rows }: { readonly rows: readonly SiteTextRow[] }) {
  const { t } = useTranslation('adminMarket');
  const language = useLanguage();
  const [asked, setAsked] = useState('');
  const [edited, setEdited] = useState<SiteTextRow | null>(null);
  const shown = (row: SiteTextRow) => row.own[language] || row.own.tr || row.builtIn[language];
  const wanted = fold(asked);
  const found = rows.filter((row) =>
    fold(`${row.name} ${shown(row)} ${row.builtIn.tr}`).includes(wanted),
  );
  return (
    <>
      <div className="grid gap-3 p-4">
        <p className="max-w-[70ch] leading-mid text-ink-2">{t('site.textsText')}</p>
        <SearchField
          label={t('site.textsSearch')}
          value={asked}
          onChange={(event) => setAsked(event.currentTarget.value)}
        />
      </div>
      <ul className="max-h-120 divide-y divide-line-soft overflow-y-auto border-t border-line-soft">
        {found.map((row) => (
          <li key={row.name} className="flex items-start gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="leading-mid wrap-anywhere">{shown(row)}</p>
              <p className="lbl" translate="no">
                {row.name}
              </p>
            </div>
            {LANGUAGES.some((one) => row.own[one] !== '') ? <Tag>{t('site.textOwn')}</Tag> : null}
            <Button
              onClick={() => setEdited(row)}
              aria-label={t('site.textEditOf', { text: shown(row) })}
            >
              {t('site.textEdit')}
            </Button>
          </li>
        ))}
      </ul>
      {edited === null ? null : <TextDialog row={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function TextDialog({ row, onClose }: { readonly row: SiteTextRow; readonly onClose: () => void }) {
  const { t } = useTranslation('adminMarket');
  const { t: admin } = useTranslation('admin');
  const client = useQueryClient();
  return (
    <FormDialog<Values>
      wide
      title={t('site.textTitle')}
      text={t('site.textHint')}
      act={admin('save')}
      rules={ROUTES.adminSaveSiteText.body.shape}
      defaults={{ name: row.name, own: row.own }}
      send={async (body) => {
        await call('adminSaveSiteText', { body });
        notify({ title: admin('done'), tone: 'up' });
        await client.invalidateQueries({ queryKey: siteTextsQuery().queryKey });
      }}
      onClose={onClose}
    >
      {({ fields, faultOf }) => (
        <div data-field="own" className="grid gap-3.5">
          {LANGUAGES.map((language) => (
            <TextArea
              key={language}
              {...fields.register(`own.${language}`)}
              lang={language}
              rows={3}
              label={t(`site.textIn.${language}`)}
              hint={`${t('site.textBuiltIn')} ${row.builtIn[language]}`}
              error={faultOf('own') === null ? null : t('site.textFault')}
            />
          ))}
        </div>
      )}
    </FormDialog>
  );
}
