import { LANGUAGES, type Language } from '@rasat/contract';
import { Segmented } from '../../ui/segmented.tsx';
import { Tag } from '../../ui/tag.tsx';

/** A text in each language. */
export type Texts = Readonly<Record<Language, string>>;

/** The first language in which something is missing; null when nothing is. */
export function findMissing(texts: Texts): Language | null {
  return LANGUAGES.find((language) => texts[language].trim() === '') ?? null;
}

/** The choice of the language that is written in; one without its text is marked. */
export function LanguageTabs({
  label,
  missing,
  texts,
  language,
  onLanguage,
}: {
  readonly label: string;
  /** What stands beside a language without its text. */
  readonly missing: string;
  readonly texts: Texts;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}) {
  return (
    <Segmented
      label={label}
      value={language}
      choices={LANGUAGES.map((value) => ({
        value,
        label: (
          <>
            <span lang="en">{value.toUpperCase()}</span>
            {texts[value].trim() === '' && value !== language ? (
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
