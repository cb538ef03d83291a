import { LIMITS, ROUTES } from '@rasat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client/client.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormStatus } from '../../ui/form.tsx';
import { FormBanner, useFaultText } from '../../ui/form-banner.tsx';
import { Load } from '../../ui/load.tsx';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { erasureQuery } from './calls.ts';

const COUNT = { count: LIMITS.erasureDays } as const;

/** Renders the erasure of the account: its consequences, and the request or its withdrawal. */
export function ErasurePanel() {
  const { t } = useTranslation('account');
  const erasure = useQuery(erasureQuery());
  const [asking, setAsking] = useState(false);
  const due = erasure.data?.due ?? null;
  return (
    <Panel title={t('erasure.title')} busy={erasure.isRefetching}>
      <Load query={erasure} failed={t('erasure.failed')} skeleton={<ErasureSkeleton />}>
        {(loaded) => (
          <div className="grid justify-items-start gap-3 p-4">
            {loaded.due === null ? (
              <>
                <p className="max-w-[68ch] leading-mid text-ink-2">{t('erasure.text', COUNT)}</p>
                <Link to="/info/retention" reloadDocument className="link text-ink-2">
                  {t('erasure.policy')}
                </Link>
              </>
            ) : (
              <ErasureNotice requestedMs={loaded.requested} dueMs={loaded.due} />
            )}
            <Button
              variant={loaded.due === null ? 'danger' : 'secondary'}
              size="lg"
              onClick={() => setAsking(true)}
            >
              {loaded.due === null ? t('erasure.act') : t('erasure.back')}
            </Button>
          </div>
        )}
      </Load>
      <PasswordDialog erase={due === null} open={asking} onOpenChange={setAsking} />
    </Panel>
  );
}

function ErasureNotice({
  requestedMs,
  dueMs,
}: {
  readonly requestedMs: number | null;
  readonly dueMs: number;
}) {
  const { t } = useTranslation('account');
  const { moment } = useFormats();
  return (
    <FormStatus kind="notice">
      <p className="font-med">
        <time dateTime={formatIsoUtc(dueMs)}>{t('erasure.asked', { due: moment(dueMs) })}</time>
      </p>
      <p className="text-ink-2">{t('erasure.askedText', { requested: moment(requestedMs) })}</p>
    </FormStatus>
  );
}

/** Asks for the password before the request of an erasure or its withdrawal. */
function PasswordDialog({
  erase,
  open,
  onOpenChange,
}: {
  readonly erase: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation('account');
  const { t: words } = useTranslation('words');
  const safe = useRef<HTMLButtonElement>(null);
  // The purpose changes only while the dialog is closed, not when the panel is read again.
  const [purpose, setPurpose] = useState(erase);
  useEffect(() => {
    if (!open) setPurpose(erase);
  }, [open, erase]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={purpose ? t('erasure.confirmTitle') : t('erasure.backTitle')}
      description={purpose ? t('erasure.confirmText', COUNT) : t('erasure.backText')}
      closeLabel={words('close')}
      initialFocus={safe}
    >
      <PasswordForm erase={purpose} safeButton={safe} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PasswordForm({
  erase,
  safeButton,
  onClose,
}: {
  readonly erase: boolean;
  readonly safeButton: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('account');
  const { t: words } = useTranslation('words');
  const faultText = useFaultText();
  const client = useQueryClient();
  const { fields, phase, ref, onSubmit, faultOf, closed } = useContractForm({
    rules: { password: ROUTES.requestErasure.body.shape.password },
    defaults: { password: '' },
    send: async ({ password }) => {
      await call('requestErasure', { body: { erase, password } });
      await client.invalidateQueries({ queryKey: erasureQuery().queryKey });
      notify({ title: erase ? t('erasure.isAsked') : t('erasure.isBack') });
      onClose();
    },
    fieldOf: { 'password-not-match': 'password' },
  });
  return (
    <form ref={ref} noValidate onSubmit={onSubmit} className="mt-4">
      <fieldset disabled={closed} className="grid min-w-0 gap-3.5">
        <PasswordField
          {...fields.register('password')}
          label={t('erasure.password')}
          autoComplete="current-password"
          error={faultText('password', faultOf('password'))}
        />
        <FormBanner phase={phase} success={erase ? t('erasure.isAsked') : t('erasure.isBack')} />
        <div className="flex flex-wrap justify-end gap-2.25">
          <Button ref={safeButton} onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button
            type="submit"
            variant={erase ? 'danger' : 'primary'}
            busy={phase.kind === 'pending'}
          >
            {erase ? t('erasure.confirmAct') : t('erasure.backAct')}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}

function ErasureSkeleton() {
  return (
    <div className="grid gap-3 p-4">
      <Bone className="w-full max-w-120" />
      <Bone className="w-full max-w-100" />
      <Bone className="mt-2 h-11 w-36" />
    </div>
  );
}
