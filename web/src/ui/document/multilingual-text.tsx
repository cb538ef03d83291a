import { LANGUAGES, type Language } from '@rasat/contract';
import { FRAME_TEXTS, type FrameText } from '../../i18n/frame-texts.ts';

/**
 * Renders a text of the frame in all three languages. The page is prerendered once, and its style shows the language of
 * `<html lang>`; the others are also hidden from screen readers.
 */
export function MultilingualFrameText({
  text,
  hidden = false,
}: {
  readonly text: FrameText;
  readonly hidden?: boolean;
}) {
  const texts = { tr: FRAME_TEXTS.tr[text], az: FRAME_TEXTS.az[text], en: FRAME_TEXTS.en[text] };
  return <MultilingualText texts={texts} hidden={hidden} />;
}

/** Renders a text outside the frame in all three languages; the document shows one of them. */
export function MultilingualText({
  texts,
  hidden = false,
}: {
  readonly texts: Readonly<Record<Language, string>>;
  readonly hidden?: boolean;
}) {
  return (
    <span className={hidden ? 'multilingual sr-only' : 'multilingual'}>
      {LANGUAGES.map((language) => (
        <span key={language} lang={language}>
          {texts[language]}
        </span>
      ))}
    </span>
  );
}

/** Renders a text in all three languages inside an SVG text. */
export function MultilingualTspan({
  texts,
}: {
  readonly texts: Readonly<Record<Language, string>>;
}) {
  return (
    <tspan className="multilingual">
      {LANGUAGES.map((language) => (
        <tspan key={language} lang={language}>
          {texts[language]}
        </tspan>
      ))}
    </tspan>
  );
}
