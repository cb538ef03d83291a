import { LEGAL_TEXTS, type LegalTextName } from '@rasat/contract';
import { Link, useParams } from 'react-router';
import { formatDate } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/index.ts';
import { NotFound } from '../../ui/not-found.tsx';
import { Contents } from './contents.tsx';
import { SellerLines } from './seller-lines.tsx';

const DAY_MS = 86_400_000;
/** Texts that name the seller. */
const OF_A_SALE: readonly LegalTextName[] = ['agreement', 'refund'];

/** A legal text: in Turkish whatever the language of the frame, with its version and the hash that people agree to. */
export default function LegalRoute() {
  const { name = '' } = useParams();
  const { t } = useTranslation('shell');
  if (!isLegalText(name)) return <NotFound />;
  const { title, sections, version, date, sha256 } = LEGAL_TEXTS[name];
  return (
    <div className="mx-auto grid max-w-270 grid-cols-[220px_minmax(0,68ch)] gap-16 pt-7 pb-12 max-desk:grid-cols-1 max-desk:gap-5 max-desk:px-1 max-desk:pt-2.5">
      <title>{`${title} · Rasat`}</title>
      <Contents label={t('contents')} headings={sections.map(({ heading }) => heading)} />
      <article lang="tr">
        <h1 className="text-36 tracking-[-.02em] font-stretch-[112%] max-desk:text-28">{title}</h1>
        <p className="mt-2.5 text-13 text-ink-3">
          {`Sürüm ${version} · Yürürlük: `}
          <time dateTime={date}>{formatDate('tr', Date.parse(date) + DAY_MS / 2)}</time>
          {' · '}
          <span title={sha256}>{`SHA-256 ${sha256.slice(0, 12)}…`}</span>
        </p>
        {OF_A_SALE.includes(name) ? <SellerLines /> : null}
        {sections.map(({ heading, paragraphs, list }, at) => (
          <section key={heading} aria-labelledby={`part-${at}`}>
            <h2
              id={`part-${at}`}
              className="mt-8.5 mb-2 scroll-mt-20 text-[20px] font-stretch-[106%]"
            >
              {heading}
            </h2>
            {paragraphs.map((paragraph) => (
              <p
                key={paragraph}
                className="mt-3 text-16 leading-[1.68] text-ink-2 first-of-type:mt-0"
              >
                {paragraph}
              </p>
            ))}
            {list ? (
              <ul className="mt-3 list-disc pl-5.5 text-16 leading-[1.68] text-ink-2">
                {list.map((item) => (
                  <li key={item} className="mt-1.5">
                    {item}
                  </li>
                ))}
              </ul>
            ) : null}
          </section>
        ))}
        <Others than={name} />
      </article>
    </div>
  );
}

/** The way to the other texts. */
function Others({ than }: { readonly than: LegalTextName }) {
  return (
    <nav
      aria-labelledby="other-texts"
      className="mt-11 border-t border-line pt-4 text-14 print:hidden"
    >
      <h2 id="other-texts" className="lbl mb-1">
        Diğer metinler
      </h2>
      <ul>
        {(Object.keys(LEGAL_TEXTS) as LegalTextName[])
          .filter((name) => name !== than)
          .map((name) => (
            <li key={name}>
              <Link
                to={`/info/${name}`}
                className="link inline-block py-1.5 max-desk:min-h-11 max-desk:py-3"
              >
                {LEGAL_TEXTS[name].title}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

function isLegalText(name: string): name is LegalTextName {
  return Object.hasOwn(LEGAL_TEXTS, name);
}
