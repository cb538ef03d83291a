import { useTranslation } from '../../i18n/index.ts';

/** The symbol page. */
export default function SymbolRoute() {
  const { t } = useTranslation('symbol');
  return (
    <>
      <title>{`${t('title')} · Rasat`}</title>
      <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{t('title')}</h1>
    </>
  );
}
