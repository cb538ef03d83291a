import { forEachLanguage, ROUTES } from '@rasat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type UseFormRegister, useFieldArray } from 'react-hook-form';
import { call } from '../../../api/client/client.ts';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form.tsx';
import { FormBanner } from '../../../ui/form-banner.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Load } from '../../../ui/load.tsx';
import { notify } from '../../../ui/notices.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { useContractForm } from '../../../ui/use-contract-form.ts';
import { AdminPage } from '../admin-page.tsx';
import { adminSiteQuery, type SiteContent } from './calls.ts';
import { TextsPanel } from './texts-panel.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminMarket');
  return null;
}

const MOST_VIDEOS = 3;

/** Renders the editor of the landing page: its contents and its texts. */
export default function SiteRoute() {
  const { t } = useTranslation('adminMarket');
  const { moment } = useFormats();
  const query = useQuery({ ...adminSiteQuery(), refetchOnWindowFocus: false });
  return (
    <AdminPage title={t('site.title')}>
      <p className="max-w-[70ch] text-ink-2">{t('site.text')}</p>
      <Load query={query} failed={t('site.failed')} skeleton={<Bone className="h-80 w-full" />}>
        {({ content, saved }) => (
          <>
            <p className="lbl">
              {saved === null ? t('site.neverSaved') : t('site.saved', { time: moment(saved) })}
            </p>
            <SiteForm key={saved} content={content} />
            <div className="max-w-220 min-w-0">
              <TextsPanel />
            </div>
          </>
        )}
      </Load>
    </AdminPage>
  );
}

function SiteForm({ content }: { readonly content: SiteContent }) {
  const { t } = useTranslation('adminMarket');
  const { t: admin } = useTranslation('admin');
  const client = useQueryClient();
  const { fields, phase, ref, onSubmit, faultOf, closed } = useContractForm<SiteContent>({
    rules: ROUTES.adminSaveSite.body.shape,
    defaults: content,
    send: async (body) => {
      await call('adminSaveSite', { body });
      notify({ title: admin('done'), tone: 'up' });
      await client.invalidateQueries({ queryKey: adminSiteQuery().queryKey });
    },
  });
  const videos = useFieldArray({ control: fields.control, name: 'videos' });
  const fault = (name: 'contact' | 'stores' | 'videos') =>
    faultOf(name) === null ? null : t('site.address');
  return (
    <form ref={ref} noValidate onSubmit={onSubmit}>
      <fieldset disabled={phase.kind === 'pending'} className="grid max-w-220 min-w-0 gap-3">
        <Panel title={t('site.contactTitle')}>
          <div className="p-4">
            <Field
              {...fields.register('contact')}
              type="url"
              label={t('site.contact')}
              hint={t('site.contactHint')}
              error={fault('contact')}
            />
          </div>
        </Panel>
        <Panel title={t('site.stores')}>
          <div data-field="stores" className="grid gap-3.5 p-4 desk:grid-cols-2">
            <Field
              {...fields.register('stores.ios')}
              type="url"
              label={t('site.ios')}
              error={fault('stores')}
            />
            <Field
              {...fields.register('stores.android')}
              type="url"
              label={t('site.android')}
              error={fault('stores')}
            />
          </div>
        </Panel>
        <Panel title={t('site.videos')}>
          <ol data-field="videos" className="divide-y divide-line-soft empty:hidden">
            {videos.fields.map(({ id }, at) => (
              <VideoFields
                key={id}
                at={at}
                register={fields.register}
                error={at === videos.fields.length - 1 ? fault('videos') : null}
                onUp={() => videos.swap(at, at - 1)}
                onRemove={() => videos.remove(at)}
              />
            ))}
          </ol>
          {videos.fields.length < MOST_VIDEOS ? (
            <div className="p-4">
              <Button
                onClick={() => videos.append({ title: forEachLanguage(() => ''), url: 'https://' })}
              >
                {t('site.addVideo')}
              </Button>
            </div>
          ) : null}
        </Panel>
        <FormBanner phase={phase} success={admin('done')} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={phase.kind === 'pending'}
          disabled={closed && phase.kind !== 'pending'}
          className="justify-self-start"
        >
          {t('site.act')}
        </Button>
      </fieldset>
    </form>
  );
}

/** Renders the fields of one video: its titles and its address. */
function VideoFields({
  at,
  register,
  error,
  onUp,
  onRemove,
}: {
  readonly at: number;
  readonly register: UseFormRegister<SiteContent>;
  readonly error: string | null;
  readonly onUp: () => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('adminMarket');
  const number = at + 1;
  return (
    <li className="grid gap-3 p-4">
      <div className="flex items-center gap-1">
        <h3 className="flex-1 text-13">{t('site.video', { number })}</h3>
        {at > 0 ? (
          <IconButton label={t('site.up', { number })} onClick={onUp}>
            <Icon name="chevronDown" className="rotate-180" />
          </IconButton>
        ) : null}
        <IconButton label={t('site.removeVideo', { number })} onClick={onRemove}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className="grid gap-3 desk:grid-cols-3">
        <Field {...register(`videos.${at}.title.tr`)} label={t('site.titleTr')} />
        <Field {...register(`videos.${at}.title.az`)} label={t('site.titleAz')} />
        <Field {...register(`videos.${at}.title.en`)} label={t('site.titleEn')} />
      </div>
      <Field
        {...register(`videos.${at}.url`)}
        inputMode="url"
        hint={t('site.urlHint')}
        label={t('site.url')}
        error={error}
      />
    </li>
  );
}
