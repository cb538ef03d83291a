import { LANGUAGES, PRICE_COLOURS, THEMES } from '@rasat/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { saveFile } from '../../api/client/download.ts';
import { switchLanguage, useErrorText, useLanguage, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { readFailure } from '../../ui/failure.ts';
import { FormStatus } from '../../ui/form.tsx';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { chooseKeys, choosePriceColours, chooseTheme, useLook } from '../../ui/theme.ts';
import { readPersonalData } from './calls.ts';
import { ErasurePanel } from './erasure-panel.tsx';

/** Renders language and appearance, the download of personal data, and the erasure of the account. */
export function SettingsSection({ id }: { readonly id: string }) {
  return (
    <>
      <LookPanel />
      <DataPanel id={id} />
      <ErasurePanel />
    </>
  );
}

function LookPanel() {
  const { t } = useTranslation('account');
  const { t: shell } = useTranslation('shell');
  const look = useLook();
  const language = useLanguage();
  const hint = useId();
  return (
    <Panel title={t('settings.look')}>
      <div className="grid gap-4 p-4">
        <p className="max-w-[64ch] leading-mid text-ink-2">{t('settings.note')}</p>
        <Setting label={shell('language')}>
          <Segmented
            label={shell('language')}
            value={language}
            choices={LANGUAGES.map((value) => ({
              value,
              label: <span lang={value}>{shell(`languages.${value}`)}</span>,
            }))}
            onChange={(chosen) => {
              switchLanguage(chosen).catch(() =>
                notify({
                  title: shell('languageFailed'),
                  text: shell('languageFailedText'),
                  tone: 'bad',
                }),
              );
            }}
          />
        </Setting>
        <Setting label={shell('theme.label')}>
          <Segmented
            label={shell('theme.label')}
            value={look.choice}
            choices={THEMES.map((value) => ({ value, label: shell(`theme.${value}`) }))}
            onChange={chooseTheme}
          />
        </Setting>
        <Setting label={shell('prices.label')}>
          <Segmented
            label={shell('prices.label')}
            value={look.prices}
            choices={PRICE_COLOURS.map((value) => ({
              value,
              label: (
                <>
                  <span
                    aria-hidden="true"
                    data-theme={look.theme}
                    data-price={value}
                    className="flex gap-0.75"
                  >
                    <i className="size-2.25 rounded-[2px] bg-up" />
                    <i className="size-2.25 rounded-[2px] bg-down" />
                  </span>
                  {shell(`prices.${value}`)}
                </>
              ),
            }))}
            onChange={choosePriceColours}
          />
        </Setting>
        <div className="grid gap-1">
          <Checkbox
            checked={look.keys}
            aria-describedby={hint}
            onChange={(event) => chooseKeys(event.target.checked)}
          >
            {shell('keys')}
          </Checkbox>
          {/* Overlaps the enlarged touch area of the checkbox. */}
          <p
            id={hint}
            className="pointer-events-none pl-7 text-12 text-ink-3 max-desk:pl-8 pointer-coarse:-mt-5"
          >
            {t('settings.keysHint')}
          </p>
        </div>
      </div>
    </Panel>
  );
}

function Setting({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-1.25">
      <span aria-hidden="true" className="text-12 font-med text-ink-2">
        {label}
      </span>
      {children}
    </div>
  );
}

function DataPanel({ id }: { readonly id: string }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const download = useMutation({
    mutationFn: readPersonalData,
    onSuccess: (file) => {
      const day = new Date().toISOString().slice(0, 10);
      saveFile(file, `rasat-${id}-${day}.json`);
      notify({ title: t('settings.downloaded') });
    },
  });
  const failure = download.error ? readFailure(download.error) : null;
  return (
    <Panel title={t('settings.data')}>
      <div className="grid justify-items-start gap-3 p-4">
        <p className="max-w-[64ch] leading-mid text-ink-2">{t('settings.dataText')}</p>
        {failure ? (
          <FormStatus kind="error" code={failure.code}>
            {t('settings.dataFailed')}. {errorText(failure.code)}
          </FormStatus>
        ) : null}
        <Button size="lg" busy={download.isPending} onClick={() => download.mutate()}>
          {t('settings.download')}
        </Button>
      </div>
    </Panel>
  );
}
