import { LANGUAGES, type Language } from '@rasat/contract';
import { FRAME_TEXTS, type FrameText } from '../../i18n/frame-texts.ts';

/**
 * A text of the frame in all three languages: the page is built once, and its style shows the one that `<html lang>`
 * names. The others are hidden from readers of the screen too.
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

/** A text that is no part of the frame in all three languages, of which the document shows one. */
export function MultilingualText({
  texts,
  hidden = false,
}: {
  readonly texts: Readonly<Record<Language, string>>;
  readonly hidden?: boolean;
}) {
  return (
    <span className={hidden ? 'told sr-only' : 'told'}>
      {LANGUAGES.map((language) => (
        <span key={language} lang={language}>
          {texts[language]}
        </span>
      ))}
    </span>
  );
}

/** The same inside of a text of a picture. */
export function MultilingualTspan({
  texts,
}: {
  readonly texts: Readonly<Record<Language, string>>;
}) {
  return (
    <tspan className="told">
      {LANGUAGES.map((language) => (
        <tspan key={language} lang={language}>
          {texts[language]}
        </tspan>
      ))}
    </tspan>
  );
}
