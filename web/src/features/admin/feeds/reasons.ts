import { useTranslation } from '../../../i18n/index.ts';

/** Returns the function that names a reason; an unknown one is shown as it is. */
export function useReason(): (reason: string) => string {
  const { t, i18n } = useTranslation('adminMarket');
  return (reason) => {
    const key = `feeds.reasons.${reason}`;
    return i18n.exists(key, { ns: 'adminMarket' }) ? t(key as 'feeds.reasons.jump') : reason;
  };
}
