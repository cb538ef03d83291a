import { useTranslation } from '../../../i18n/index.ts';

/** What a payment provider is called; an unknown one stands as it is. */
export function useProviderName(): (provider: string) => string {
  const { t } = useTranslation('adminMoney');
  return (provider) =>
    provider === 'demo-bank' || provider === 'iyzico' ? t(`providers.${provider}`) : provider;
}
