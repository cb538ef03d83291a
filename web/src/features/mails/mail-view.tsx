import { Link } from 'react-router';
import type { KeptMail } from '../../api/mails.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { type Block, type Piece, readBlocks } from './mail-blocks.ts';

/** A mail as its reader would see it, in plain text. */
export function MailView({ mail }: { readonly mail: KeptMail }) {
  const { t } = useTranslation('mails');
  const { moment } = useFormats();
  const { to, subject, text, language, written } = mail;
  // Most mails begin with what their subject says.
  const body = text.startsWith(`${subject}\n\n`) ? text.slice(subject.length) : text;
  return (
    <article aria-labelledby="mail-subject" className="min-w-0 px-6 py-5.5 max-desk:px-4">
      <h2 id="mail-subject" lang={language} className="text-18 font-stretch-[106%] wrap-anywhere">
        {subject}
      </h2>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 border-b border-line-soft pb-4 text-13 text-ink-2">
        <span className="wrap-anywhere">{t('to', { address: to })}</span>
        <time dateTime={new Date(written).toISOString()} className="num text-ink-3">
          {moment(written)}
        </time>
      </p>
      <div lang={language} className="max-w-[64ch] pt-1.5">
        {readBlocks(body, location.origin).map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a mail never changes, and two of its blocks may be equal
          <BlockView key={at} block={block} />
        ))}
      </div>
    </article>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === 'code') {
    return (
      <p className="mt-3.5 w-fit rounded-2 border border-line bg-s2 px-4.5 py-2.5 font-mono text-22 tracking-[.16em] select-all">
        {block.code}
      </p>
    );
  }
  const look =
    block.kind === 'closing'
      ? 'mt-6 border-t border-line-soft pt-3.5 text-12 leading-mid text-ink-3'
      : 'mt-3.5 text-15 leading-read text-ink-2';
  return (
    <p className={`${look} whitespace-pre-wrap wrap-anywhere`}>
      {block.pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <PieceView key={at} piece={piece} />
      ))}
    </p>
  );
}

const LINK = 'text-ink underline decoration-line-ctl underline-offset-3 hover:decoration-ink';

function PieceView({ piece }: { readonly piece: Piece }) {
  if (piece.kind === 'words') return piece.text;
  if (piece.path !== null) {
    return (
      <Link to={piece.path} className={LINK}>
        {piece.text}
      </Link>
    );
  }
  return (
    <a href={piece.href} target="_blank" rel="noopener noreferrer" className={LINK}>
      {piece.text}
    </a>
  );
}
