import { LANGUAGES } from '@rasat/contract';
import { FRAME_TEXTS, type FrameText } from '../../i18n/frame-texts.ts';

/**
 * A text of the frame in all three languages: the page is built once, and its style shows the one that `<html lang>`
 * names. The others are hidden from readers of the screen too.
 */
export function Told({
  text,
  hidden = false,
}: {
  readonly text: FrameText;
  readonly hidden?: boolean;
}) {
  return (
    <span className={hidden ? 'told sr-only' : 'told'}>
      {LANGUAGES.map((language) => (
        <span key={language} lang={language}>
          {FRAME_TEXTS[language][text]}
        </span>
      ))}
    </span>
  );
}
