import { Dialog } from '@base-ui/react/dialog';
import { HOUR_MS, LEGAL_TEXTS } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client/client.ts';
import { toApiError } from '../../api/client/error.ts';
import { refreshSession, type SessionInfo, useSignOut } from '../../api/session/session.ts';
import { useErrorText, useFormats, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormStatus } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';

const NOON_MS = 12 * HOUR_MS;

/**
 * Asks a signed-in person to accept the changed legal texts. It cannot be closed: the person accepts or signs
 * out; the texts themselves open beside it.
 */
export function Consent({ texts }: { readonly texts: SessionInfo['texts'] }) {
  const { t } = useTranslation('auth');
  const { t: form } = useTranslation('form');
  const errorText = useErrorText();
  const client = useQueryClient();
  const signOut = useSignOut();
  const [accepted, setAccepted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const accept = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { privacy, kvkk } = LEGAL_TEXTS;
      const body = { terms: true, privacy: privacy.version, kvkk: kvkk.version } as const;
      await call('acceptTexts', { body });
      await refreshSession(client);
    } catch (error) {
      setFailure(toApiError(error).code);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-dialog) bg-scrim" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-(--z-dialog) grid max-h-[calc(100dvh-32px)] w-[min(440px,calc(100vw-24px))] -translate-x-1/2 -translate-y-1/2 gap-3.5 overflow-auto rounded-4 bg-s1 p-5 elev-3 outline-none">
          <Dialog.Title className="text-16">{t('consent.title')}</Dialog.Title>
          <Dialog.Description className="text-14 leading-mid text-ink-2">
            {t('consent.text')}
          </Dialog.Description>
          <ul className="grid gap-1">
            {texts.map((name) => (
              <TextLine key={name} name={name} />
            ))}
          </ul>
          <Checkbox
            checked={accepted}
            disabled={busy}
            onChange={(event) => setAccepted(event.target.checked)}
          >
            {t('consent.accept')}
          </Checkbox>
          {busy ? <FormStatus kind="pending">{form('pending')}</FormStatus> : null}
          {failure !== null && !busy ? (
            <FormStatus kind="error" code={failure}>
              {errorText(failure)}
            </FormStatus>
          ) : null}
          <div className="flex justify-end gap-2.25">
            <Button disabled={busy} onClick={signOut}>
              {t('consent.signOut')}
            </Button>
            <Button
              variant="primary"
              disabled={!accepted}
              busy={busy}
              onClick={() => void accept()}
            >
              {t('consent.act')}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function TextLine({ name }: { readonly name: SessionInfo['texts'][number] }) {
  const { t } = useTranslation('auth');
  const { t: words } = useTranslation('words');
  const { day } = useFormats();
  const { version, date } = LEGAL_TEXTS[name];
  return (
    <li>
      <a
        href={`/info/${name}`}
        target="_blank"
        rel="noopener"
        className="flex min-h-11 flex-wrap items-center gap-x-2.5 rounded-2 border border-line px-3 py-2 hover:bg-hover"
      >
        <span className="font-med">{t(`consent.${name}`)}</span>
        <span className="sr-only">{words('newTab')}</span>
        <span className="lbl">
          {t('consent.version', { version, date: day(Date.parse(date) + NOON_MS) })}
        </span>
        <Icon name="chevronRight" size={14} className="ml-auto text-ink-3" />
      </a>
    </li>
  );
}
