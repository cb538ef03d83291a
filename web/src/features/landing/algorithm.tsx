import { cx } from '../../ui/cx.ts';
import { BOX_CLASS } from '../../ui/tag.tsx';
import { Lead, Section } from './section.tsx';

const BOXES = [
  {
    kind: 'hayyam',
    name: 'Hayyam',
    dash: undefined,
    text: '33 mumu ölçer; adını Hayyam takviminin 33 yıllık çevriminden alır.',
  },
  { kind: '52', name: '52', dash: '8 3', text: '52 gün ve 52 hafta: bir yılın haftaları.' },
  { kind: '144', name: '144', dash: '3 3', text: '144 mum: Gann’ın büyük karesi, uzun dönüşler.' },
  { kind: '36', name: '36', dash: '9 3 2 3', text: '36 mum: beş kutunun en hızlısı, kısa vade.' },
  {
    kind: 'crystal',
    name: 'Crystal',
    dash: '1.5 3',
    text: 'Geçmiş dönüşlerin kümelendiği iki fiyatın arası.',
  },
] as const;

const MARKS = Array.from({ length: 17 }, (_, i) => {
  const depth = i % 4 === 0 ? 8 : i % 2 === 0 ? 5 : 3;
  return `M20 ${16 + i * 5.5}h${depth}`;
}).join('');

/** The five boxes, each with its own dash. */
export function Algorithm() {
  return (
    <Section id="algoritma">
      <Lead id="algoritma" title="Algoritma: beş kutu, tek cetvel">
        Her kutu fiyatı ve zamanı aynı dikdörtgende ölçer: tepe, dip, orta ve çeyrekler. Fiyat bir
        işlem çizgisini geçtiğinde koşul açılır; hedef ve zarar durdur aynı cetvelden okunur.
        Çizilen kutu bir daha yer değiştirmez.
      </Lead>
      <ul className="mt-9 grid grid-cols-5 overflow-hidden rounded-[10px] border border-line bg-s1 max-desk:grid-cols-1">
        {BOXES.map(({ kind, name, dash, text }) => (
          <li
            key={kind}
            className={cx(
              BOX_CLASS[kind],
              'border-line-soft p-4.5 not-first:border-l max-desk:grid max-desk:grid-cols-[110px_1fr] max-desk:items-center max-desk:gap-4 max-desk:p-3.5 max-desk:not-first:border-t max-desk:not-first:border-l-0',
            )}
          >
            <svg aria-hidden="true" viewBox="0 0 220 120" fill="none" stroke="var(--bx-l)">
              <rect
                x="20"
                y="16"
                width="180"
                height="88"
                fill="var(--bx)"
                stroke="none"
                opacity=".14"
              />
              <rect
                x="20"
                y="16"
                width="180"
                height="88"
                strokeWidth="1.6"
                strokeDasharray={dash}
              />
              <path d="M20 60H200M110 16V104" strokeWidth="1.2" />
              <path d="M20 38H200M20 82H200M65 16V104M155 16V104" strokeDasharray="2 4" />
              <path d={MARKS} />
            </svg>
            <div>
              <h3 className="mt-3 mb-1.25 text-[17px] font-stretch-[108%] max-desk:mt-0">{name}</h3>
              <p className="leading-mid text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
