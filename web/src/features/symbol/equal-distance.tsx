import { useTranslation } from '../../i18n/index.ts';

/** Renders what is known of stop and first target while neither was reached: that they are equally far. */
export function EqualDistance() {
  const { t } = useTranslation('chance');
  return <p className="mt-2 text-12 leading-mid text-ink-3">{t('equal')}</p>;
}
