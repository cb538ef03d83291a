import { useQueryClient } from '@tanstack/react-query';
import { symbolsQuery } from '../../../api/calls/market.ts';
import { call } from '../../../api/client/client.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { ANY_VALUE } from '../../../ui/field-rules.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notices.ts';
import { CODE_FIELD_OF, CODE_RULE, CodeField } from '../code-field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useActionTerms } from './action-terms.ts';
import { adminSymbolsQuery, corporateActionsQuery, type ToldAction } from './calls.ts';
import { OpenSignals } from './open-signals.tsx';

/** A decision about a split or rename. */
export type Choice = 'confirm' | 'dismiss';

/** Faults that the server names; they have no input. */
const FAULTS = ['state', 'at', 'digits', 'to'] as const;
type Faults = Readonly<Record<(typeof FAULTS)[number], null>>;
const NO_FAULTS: Faults = { state: null, at: null, digits: null, to: null };

/** Renders the question before a decision, with its consequences and the code of the authenticator. */
export function DecisionDialog({
  choice,
  action,
  nowMs,
  onClose,
}: {
  readonly choice: Choice;
  readonly action: ToldAction;
  readonly nowMs: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminMarket');
  const { moment } = useFormats();
  const client = useQueryClient();
  const terms = useActionTerms();
  const { id, symbol, kind, effective } = action;
  const act = t(`actions.${choice}`);
  return (
    <FormDialog<Faults & { code: string }>
      title={`${symbol} · ${act}`}
      text={t(choice === 'dismiss' ? 'actions.dismissText' : `actions.${kind}Text`)}
      act={act}
      rules={{ state: ANY_VALUE, at: ANY_VALUE, digits: ANY_VALUE, to: ANY_VALUE, code: CODE_RULE }}
      defaults={{ ...NO_FAULTS, code: '' }}
      fieldOf={CODE_FIELD_OF}
      send={async ({ code }) => {
        const decision = { params: { id: String(id) }, body: { code } };
        if (choice === 'confirm') {
          const { applied } = await call('adminConfirmAction', decision);
          notify({ title: t(applied ? 'actions.applied' : 'actions.planned'), tone: 'up' });
        } else {
          await call('adminDismissAction', decision);
          notify({ title: t('actions.dismissed'), tone: 'up' });
        }
        await Promise.all(
          [corporateActionsQuery(), adminSymbolsQuery(), symbolsQuery()].map(({ queryKey }) =>
            client.invalidateQueries({ queryKey }),
          ),
        );
      }}
      onClose={onClose}
    >
      {(form) => {
        const fault = FAULTS.find((field) => form.faultOf(field) !== null);
        return (
          <>
            <p>
              {terms(action)}
              <span className="num block text-12 text-ink-3">
                {t('actions.effectiveAt', { moment: moment(effective) })}
              </span>
            </p>
            {choice === 'confirm' && effective > nowMs ? (
              <p className="text-ink-2">{t('actions.later')}</p>
            ) : null}
            {choice === 'confirm' ? <OpenSignals symbol={symbol} /> : null}
            <CodeField form={form} />
            {fault === undefined ? null : (
              <FormStatus kind="notice">{t(`actions.faults.${fault}`)}</FormStatus>
            )}
          </>
        );
      }}
    </FormDialog>
  );
}
