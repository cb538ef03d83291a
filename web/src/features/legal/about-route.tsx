import type { SiteText } from '@rasat/contract';
import { Text } from '../../ui/document/site-text.tsx';
import { Seller } from './seller.tsx';
import { List, Paragraph, TextPage, type TextPart } from './text-page.tsx';

/** Classes of a link on a line of its own, tall enough for a finger. */
const LINK_CLASS =
  'inline-flex min-h-6 items-center pointer-coarse:min-h-11 text-ink underline decoration-line-ctl underline-offset-3';

const PARTS: readonly TextPart[] = [
  part(
    'about.what',
    <>
      <Say name="about.what1" />
      <Say name="about.what2" />
      <Say name="about.what3" />
    </>,
  ),
  part(
    'about.measure',
    <>
      <Say name="about.measure1" />
      <Points
        names={[
          'about.chain',
          'about.matched',
          'about.interval',
          'about.costs',
          'about.sealed',
          'about.recompute',
        ]}
      />
      <Say name="about.measure2" />
      <Links links={[['/record', 'about.record']]} />
    </>,
  ),
  part(
    'about.prices',
    <>
      <Say name="about.prices1" />
      <Points names={['about.simulated', 'about.file', 'about.feed']} />
      <Say name="about.time" />
    </>,
  ),
  part(
    'about.not',
    <>
      <Say name="about.not1" />
      <Say name="about.not2" />
      <Links links={[['/info/privacy', 'about.privacy']]} />
    </>,
  ),
  part(
    'about.who',
    <>
      <Say name="about.who1" />
      <Links
        links={[
          ['/info/agreement', 'about.agreement'],
          ['/info/refund', 'about.refund'],
        ]}
      />
      <Seller translated />
      <p hidden data-no-seller className="mt-3 text-16 leading-[1.68] text-ink-2 [[hidden]]:hidden">
        <Text name="about.nobody" />
      </p>
    </>,
  ),
  part(
    'about.reach',
    <>
      <p
        hidden
        data-with-contact
        className="mt-3 text-16 leading-[1.68] text-ink-2 [[hidden]]:hidden"
      >
        <a
          data-contact
          href="/info/about"
          target="_blank"
          rel="noopener noreferrer"
          className={LINK_CLASS}
        >
          <Text name="about.contact" />
          <span className="sr-only">
            {' '}
            (<Text name="word.newTab" />)
          </span>
        </a>
      </p>
      <Say name="about.reach1" />
      <Links
        links={[
          ['/info/kvkk', 'about.kvkk'],
          ['/info/retention', 'about.retention'],
        ]}
      />
    </>,
  ),
];

/**
 * Renders the about page: what Rasat is, how it measures itself, the source of its prices, the operator and the
 * contact.
 */
export default function AboutRoute() {
  return (
    <TextPage
      title={<Text name="about.title" />}
      about={<Text name="about.lead" />}
      parts={PARTS}
    />
  );
}

function part(name: SiteText, body: TextPart['body']): TextPart {
  return { heading: name, shown: <Text name={name} />, body };
}

function Say({ name }: { readonly name: SiteText }) {
  return (
    <Paragraph>
      <Text name={name} />
    </Paragraph>
  );
}

function Points({ names }: { readonly names: readonly SiteText[] }) {
  return <List items={names.map((name) => [name, <Text key={name} name={name} />])} />;
}

/** Lists links to further pages. */
function Links({ links }: { readonly links: readonly (readonly [to: string, name: SiteText])[] }) {
  return (
    <ul className="mt-3 text-16 leading-[1.68]">
      {links.map(([to, name]) => (
        <li key={to}>
          <a href={to} className={LINK_CLASS}>
            <Text name={name} />
          </a>
        </li>
      ))}
    </ul>
  );
}
