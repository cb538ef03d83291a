import { SITE_TEXT_NAMES } from '@rasat/contract';
import { Text } from '../../ui/document/site-text.tsx';

const PROGRAM_TEXTS = SITE_TEXT_NAMES.filter(
  (name) => /^(word|record)\./.test(name) && name !== 'word.loading',
);

/** Renders the hidden texts that the page's program puts into pictures and figures. */
export function Words() {
  return (
    <div hidden data-words>
      <span id="chart-loading">
        <Text name="word.loading" />
      </span>
      {PROGRAM_TEXTS.map((name) => (
        <Text key={name} name={name} />
      ))}
    </div>
  );
}
