import { LANGUAGES, type Language } from '@rasat/contract';
import { Segmented } from '../../ui/segmented.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Texts } from './texts.ts';

/** Renders the choice of the edited language. Once one text is written, languages without a text are marked. */
export function LanguageTabs({
  label,
  missing,
  texts,
  language,
  onLanguage,
}: {
  readonly label: string;
  /** Label of a language without a text. */
  readonly missing: string;
  readonly texts: Texts;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}) {
  const begun = LANGUAGES.some((one) => texts[one].trim() !== '');
  return (
    <Segmented
      label={label}
      value={language}
      choices={LANGUAGES.map((value) => ({
        value,
        label: (
          <>
            <span lang="en">{value.toUpperCase()}</span>
            {begun && value !== language && texts[value].trim() === '' ? (
              <Tag tone="warn" className="min-h-4 px-1.25">
                {missing}
              </Tag>
            ) : null}
          </>
        ),
      }))}
      onChange={onLanguage}
      className="justify-self-start"
    />
  );
}
