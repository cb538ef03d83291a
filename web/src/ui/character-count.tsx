import { useFormats, useTranslation } from '../i18n/index.ts';
import { countCharacters } from './characters.ts';
import { cx } from './cx.ts';

/** Shows the length of a text and its maximum. Its texts are those of the area `form`. */
export function CharacterCount({ text, max }: { readonly text: string; readonly max: number }) {
  const { t } = useTranslation('form');
  const { count } = useFormats();
  const written = countCharacters(text);
  const values = { count: count(written), max: count(max) };
  return (
    <span className={cx('num text-12', written > max ? 'font-semi text-bad' : 'text-ink-3')}>
      <span aria-hidden="true">{t('counter', values)}</span>
      <span className="sr-only">{t('counterLabel', values)}</span>
    </span>
  );
}
