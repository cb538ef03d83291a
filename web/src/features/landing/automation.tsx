import { Icon, type IconName, LogoMark } from '../../ui/icons.tsx';
import { Lead, Section, TWO } from './section.tsx';

const POINTS: readonly { readonly icon: IconName; readonly name: string; readonly text: string }[] =
  [
    { icon: 'predictor', name: 'Tahminci.', text: 'Yön, fiyat, SL, TP1 ve TP2; beş kategoride.' },
    {
      icon: 'portfolio',
      name: 'Portföy taraması.',
      text: 'Hangi sembol hangi kutuda işlemde, tek listede.',
    },
    {
      icon: 'messages',
      name: 'Telegram.',
      text: 'Hesabınıza bağladığınız bot, favorilerinizin yeni kayıtlarını iletir.',
    },
  ];

/** What works while nobody watches. */
export function Automation() {
  return (
    <Section id="otomasyon" className={TWO}>
      <div>
        <Lead id="otomasyon" title="Otomasyon: koşul açılınca haberiniz olur">
          Tahminci saat başı çalışır. Yeni kayıt tabloya düşer, Telegram botu da iletir. Siz ekran
          başında değilken de giriş, zarar durdur ve iki hedef elinizin altındadır.
        </Lead>
        <ul className="mt-5.5">
          {POINTS.map(({ icon, name, text }) => (
            <li key={name} className="flex gap-3 border-t border-line-soft py-3 text-15 text-ink-2">
              <Icon name={icon} className="mt-0.5 text-brass" />
              <span>
                <b className="text-ink">{name}</b> {text}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <BotMessage />
    </Section>
  );
}

/** A message of the bot, with the prices of the symbol in the hero. */
function BotMessage() {
  return (
    <div
      data-snapshot
      className="w-full max-w-107.5 rounded-4 border border-line bg-s1 p-3.5 desk:justify-self-center"
    >
      <div className="flex items-center gap-2.5">
        <span className="grid size-8.5 place-items-center rounded-full bg-s3 text-brass">
          <LogoMark className="size-5" />
        </span>
        <div>
          <b>Rasat botu</b>
          <div className="lbl">örnek mesaj, simülasyon fiyatlarıyla</div>
        </div>
      </div>
      <div className="mt-2.25 rounded-4 rounded-tl-1 border border-line-soft bg-s2 px-3.25 py-2.75 leading-mid">
        <b translate="no" data-fill="symbol" />{' '}
        <b data-fill="way" className="data-[way=down]:text-down-text data-[way=up]:text-up" />
        <svg
          role="img"
          aria-label="Koşulun cetveli"
          data-ladder
          viewBox="0 0 370 54"
          className="picture mt-2 block h-auto w-full"
        />
      </div>
      <div className="mt-2.25 rounded-4 rounded-tl-1 border border-line-soft bg-s2 px-3.25 py-2.75 leading-mid">
        <span className="text-ink-2">Son kapanış </span>
        <span className="num" data-fill="last" />
        <span className="text-ink-2">. Sonucu da sicile yazılır.</span>
      </div>
    </div>
  );
}
