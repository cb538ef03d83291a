import { DAY_MS, LEGAL_TEXTS, type LegalText, type LegalTextName } from '@rasat/contract';
import { useLocation } from 'react-router';
import { formatDate } from '../../i18n/format.ts';
import { Seller } from './seller.tsx';
import { List, Paragraph, TextPage, type TextPart } from './text-page.tsx';

/** Texts that name the seller. */
const OF_A_SALE: readonly LegalTextName[] = ['agreement', 'refund'];
const NAMES = Object.keys(LEGAL_TEXTS) as LegalTextName[];

/** Renders a legal text: always in Turkish, with its version and the hash that people accept. */
export default function LegalRoute() {
  const { pathname } = useLocation();
  const name = NAMES.find((one) => pathname.replace(/\/+$/, '') === `/info/${one}`);
  if (name === undefined) return null;
  const { title, sections, version, date, sha256 }: LegalText = LEGAL_TEXTS[name];
  return (
    <TextPage
      lang="tr"
      title={title}
      about={
        <>
          {`Sürüm ${version} · Yürürlük: `}
          <time dateTime={date}>{formatDate('tr', Date.parse(date) + DAY_MS / 2)}</time>
          {' · '}
          <span title={sha256} className="print:hidden">{`SHA-256 ${sha256.slice(0, 12)}…`}</span>
          <span className="hidden break-all print:inline">{`SHA-256 ${sha256}`}</span>
        </>
      }
      parts={sections.map(showSection)}
      after={<Others than={name} />}
    >
      {OF_A_SALE.includes(name) ? <Seller /> : null}
    </TextPage>
  );
}

function showSection({ heading, paragraphs, list }: LegalText['sections'][number]): TextPart {
  return {
    heading,
    body: (
      <>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        {list ? <List items={list.map((item) => [item, item])} /> : null}
      </>
    ),
  };
}

/** Links to the other texts. */
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
        {NAMES.filter((name) => name !== than).map((name) => (
          <li key={name}>
            <a
              href={`/info/${name}`}
              className="link inline-block py-1.5 max-desk:min-h-11 max-desk:py-3"
            >
              {LEGAL_TEXTS[name].title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
