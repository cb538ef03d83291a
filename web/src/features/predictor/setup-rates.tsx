import { findBaseRate, type RecordRate } from '@rasat/contract';
import { CONDITION_SETUPS, type ConditionSetup } from '@rasat/engine';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ratesQuery } from '../../api/calls/rates.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useRateLine, VerdictTag } from '../../ui/base-rate.tsx';

/**
 * Shows how often entries of each setup reached their first target, beside matched entries. Reserves its height while
 * loading.
 */
export function SetupRates({ symbols }: { readonly symbols: readonly string[] }) {
  const { t } = useTranslation('signal');
  const answers = useQueries({ queries: symbols.map((symbol) => ratesQuery(symbol)) });
  return (
    <section
      aria-label={t('record')}
      className="border-t border-line-soft px-3.5 py-2.25 text-12 text-ink-3"
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 max-tab:grid-cols-1">
        {answers.flatMap(({ data }, i) =>
          CONDITION_SETUPS.map((setup) => (
            <SetupRate key={`${symbols[i]} ${setup}`} setup={setup} rates={data} />
          )),
        )}
      </dl>
      <p className="mt-1">
        {t('verdictNote')}{' '}
        <Link to="/record" className="link text-ink-2">
          {t('record')}
        </Link>
      </p>
    </section>
  );
}

function SetupRate({
  setup,
  rates,
}: {
  readonly setup: ConditionSetup;
  readonly rates: readonly RecordRate[] | undefined;
}) {
  const { t } = useTranslation(['signal', 'words']);
  const lineOf = useRateLine();
  const rate = rates && findBaseRate(rates, { kind: 'condition', setup });
  return (
    <>
      <dt className="pt-0.5 text-ink-2">{t(`setup.${setup}`)}</dt>
      <dd className="num flex min-h-6 flex-wrap content-start items-center gap-x-3 gap-y-0.5 whitespace-normal max-tab:min-h-12 max-tab:pb-2">
        {rate === undefined ? null : <span>{lineOf(rate)}</span>}
        {rate ? (
          <>
            <VerdictTag verdict={rate.verdict} />
            <span>
              {rate.category === null ? t('allCategories') : t(`words:category.${rate.category}`)}
            </span>
          </>
        ) : null}
      </dd>
    </>
  );
}
