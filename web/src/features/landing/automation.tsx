import { Text } from '../../ui/document/site-text.tsx';
import { LogoMark } from '../../ui/icons.tsx';
import { type Point, Points, Section, SectionHeading, TWO_COLUMNS } from './section.tsx';

const POINTS: readonly Point[] = [
  { icon: 'predictor', name: 'auto.predictor', text: 'auto.predictorText' },
  { icon: 'portfolio', name: 'auto.scan', text: 'auto.scanText' },
  { icon: 'messages', name: 'auto.bot', text: 'auto.botText' },
];

/** Renders the section about the work that the product does automatically. */
export function Automation() {
  return (
    <Section id="otomasyon" className={TWO_COLUMNS}>
      <div>
        <SectionHeading id="otomasyon" title="auto.title" lead="auto.lead" />
        <Points points={POINTS} />
      </div>
      <BotMessage />
    </Section>
  );
}

/** Shows a message of the bot, with the prices of the hero's symbol. */
function BotMessage() {
  return (
    <div
      data-snapshot
      data-sample
      className="w-full max-w-107.5 rounded-4 border border-line bg-s1 p-3.5 desk:justify-self-center"
    >
      <div className="flex items-center gap-2.5">
        <span className="grid size-8.5 place-items-center rounded-full bg-s3 text-brass">
          <LogoMark className="size-5" />
        </span>
        <div>
          <b>
            <Text name="auto.botName" />
          </b>
          <div className="lbl">
            <Text name="auto.example" />
          </div>
        </div>
      </div>
      <div className="mt-2.25 rounded-4 rounded-tl-1 border border-line-soft bg-s2 px-3.25 py-2.75 leading-mid">
        <b translate="no" data-fill="symbol" />{' '}
        <b data-fill="way" className="data-[way=down]:text-down-text data-[way=up]:text-up" />
        <svg data-ladder viewBox="0 0 370 54" className="picture mt-2 block h-auto w-full" />
      </div>
      <div className="mt-2.25 rounded-4 rounded-tl-1 border border-line-soft bg-s2 px-3.25 py-2.75 leading-mid">
        <span className="text-ink-2">
          <Text name="auto.close" />{' '}
        </span>
        <span className="num" data-fill="last" />
        <span className="text-ink-2">
          . <Text name="auto.result" />
        </span>
      </div>
    </div>
  );
}
