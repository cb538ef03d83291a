import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../i18n/index.ts';
import type { Term } from '../i18n/terms.ts';
import { TermMark } from './term-mark.tsx';

const loadOverlay = () =>
  import('./term-overlay.tsx').then((module) => ({ default: module.TermOverlay }));
const Overlay = lazy(loadOverlay);

/**
 * Renders the question mark beside a heading, which opens the explanation of a term with its picture and a link to the
 * glossary. The code of the overlay is loaded when the pointer or the focus comes near.
 */
export function TermHelp({ term }: { readonly term: Term }) {
  const { t } = useTranslation('terms');
  const [wanted, setWanted] = useState(false);
  const come = (): void => void loadOverlay().catch(() => undefined);
  const mark = (
    <TermMark
      label={t('help', { term: t(`name.${term}`) })}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={come}
      onFocus={come}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return mark;
  return (
    <Suspense fallback={mark}>
      <Overlay term={term} />
    </Suspense>
  );
}
