import { useTranslation } from '../i18n/index.ts';
import type { Term } from '../i18n/terms.ts';
import { TermPicture } from './term-pictures.tsx';

/** Renders picture, name and paragraph of a term. The texts of the glossary must be loaded. */
export function TermCard({
  term,
  nameId,
  textId,
}: {
  readonly term: Term;
  readonly nameId: string;
  readonly textId: string;
}) {
  const { t } = useTranslation('glossary');
  const { t: terms } = useTranslation('terms');
  return (
    <>
      <TermPicture
        term={term}
        say={(word) => t(`picture.${word}`)}
        className="mb-2.5 rounded-2 outline outline-line"
      />
      <p id={nameId} className="text-14 font-semi">
        {terms(`name.${term}`)}
      </p>
      <p id={textId} className="mt-1.5 leading-[1.55] text-ink-2">
        {t(`text.${term}`)}
      </p>
    </>
  );
}
