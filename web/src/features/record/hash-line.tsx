import { Copy } from 'lucide-react';
import { useTranslation } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.ts';

/** Renders a shortened hash, the whole hash on hover, and a button that copies it. */
export function HashLine({ hash, name }: { readonly hash: string; readonly name: string }) {
  const { t } = useTranslation('record');
  return (
    <span className="inline-flex items-center gap-1">
      <code translate="no" title={hash} className="num font-sans">
        {shortenHash(hash)}
      </code>
      <IconButton
        label={t('head.copy', { what: name })}
        className="size-7"
        onClick={() => {
          navigator.clipboard.writeText(hash).then(
            () => notify({ title: t('head.copied'), text: hash }),
            () => notify({ title: t('head.copyFailed'), text: hash, tone: 'bad' }),
          );
        }}
      >
        <Copy aria-hidden="true" width={14} height={14} strokeWidth={1.6} />
      </IconButton>
    </span>
  );
}

/** Returns the first ten and the last six characters of a hash. */
function shortenHash(hash: string): string {
  return `${hash.slice(0, 10)}…${hash.slice(-6)}`;
}
