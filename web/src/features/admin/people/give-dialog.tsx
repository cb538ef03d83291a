import { LIMITS } from '@rasat/contract';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { ApiError } from '../../../api/client/error.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Field } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notices.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { CodeDialog, type Confirmation } from '../code-dialog.tsx';
import { readIstanbul, writeIstanbul } from '../istanbul-time.ts';
import type { PersonRecord } from './calls.ts';

type Right = 'lesson' | 'subscription';
type Period = 'months' | 'end';
const FIRST_MONTHS = '3';

interface GiveProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly person: PersonRecord;
  /** Refetches the changed data. */
  readonly onGiven: () => Promise<void>;
}

/**
 * Renders the dialog that grants the education, or a subscription for some months or until a moment, with a reason and
 * a fresh code.
 */
export function GiveDialog(props: GiveProps) {
  // Unmounting the closed dialog resets its fields.
  return props.open ? <Give {...props} /> : null;
}

function Give({ open, onOpenChange, person, onGiven }: GiveProps) {
  const { t } = useTranslation('adminPeople');
  const { date } = useFormats();
  const [right, setRight] = useState<Right>(person.student ? 'subscription' : 'lesson');
  const [period, setPeriod] = useState<Period>('months');
  const [months, setMonths] = useState(FIRST_MONTHS);
  const [end, setEnd] = useState('');
  const [wrong, setWrong] = useState(false);
  const give = async ({ reason, code }: Confirmation): Promise<void> => {
    const length = readLength(period, months, end, person.extendsFrom);
    const isWrong = right === 'subscription' && length === null;
    setWrong(isWrong);
    if (isWrong) throw new ApiError('bad-fields-400', 400);
    const given = await call('adminGrant', {
      params: { uid: person.uid },
      body: right === 'lesson' ? { right, reason, code } : { right, ...length, reason, code },
    });
    notify({
      title: t('grants.given'),
      text: t('grants.givenPeriod', {
        start: date(given.start),
        end: given.end === null ? t('grants.noEnd') : date(given.end),
      }),
      tone: 'up',
    });
    await onGiven();
  };
  return (
    <CodeDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('grants.give')}
      text={t('grants.giveText')}
      act={t('grants.give')}
      danger={false}
      onConfirm={give}
    >
      <Segmented
        label={t('grants.right')}
        value={right}
        choices={(['lesson', 'subscription'] as const).map((value) => ({
          value,
          label: t(`grants.rights.${value}`),
        }))}
        onChange={setRight}
        className="justify-self-start"
      />
      {right === 'lesson' ? (
        person.student ? (
          <p className="text-12 text-ink-2">{t('grants.hasLesson')}</p>
        ) : null
      ) : person.state === 'subscriber' && person.end === null ? (
        <p className="text-12 text-ink-2">{t('grants.forever')}</p>
      ) : (
        <>
          <Segmented
            label={t('grants.period')}
            value={period}
            choices={[
              { value: 'months', label: t('grants.byMonths') },
              { value: 'end', label: t('grants.byEnd') },
            ]}
            onChange={(value) => {
              setPeriod(value);
              setWrong(false);
            }}
            className="justify-self-start"
          />
          {period === 'months' ? (
            <Field
              type="number"
              min={1}
              max={LIMITS.grantMonths}
              value={months}
              onChange={(event) => setMonths(event.currentTarget.value)}
              label={t('grants.months')}
              hint={t('grants.monthsHint', { date: date(person.extendsFrom) })}
              error={wrong ? t('grants.monthsHint', { date: date(person.extendsFrom) }) : null}
            />
          ) : (
            <Field
              type="datetime-local"
              min={writeIstanbul(person.extendsFrom)}
              value={end}
              onChange={(event) => setEnd(event.currentTarget.value)}
              label={t('grants.until')}
              hint={t('grants.untilHint', { date: date(person.extendsFrom) })}
              error={wrong ? t('grants.untilHint', { date: date(person.extendsFrom) }) : null}
            />
          )}
        </>
      )}
    </CodeDialog>
  );
}

/** Returns the length for the call; null for a length that cannot be granted. */
function readLength(
  period: Period,
  months: string,
  end: string,
  fromMs: number,
): { readonly months: number } | { readonly end: number } | null {
  if (period === 'months') {
    const count = /^\d{1,2}$/.test(months) ? Number(months) : 0;
    return count >= 1 && count <= LIMITS.grantMonths ? { months: count } : null;
  }
  const endMs = readIstanbul(end);
  return endMs !== null && endMs > fromMs ? { end: endMs } : null;
}
