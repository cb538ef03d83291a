import { Icon } from '../../ui/icons.tsx';

/** What the record says, good or not: not there before its first computation. */
export function Proof() {
  return (
    <section
      id="sicil"
      aria-label="Sicil"
      hidden
      data-section="proof"
      className="border-b border-line bg-s1"
    >
      <div className="mx-auto flex max-w-[1360px] flex-wrap items-center gap-x-10 gap-y-3 px-10 py-4 max-desk:px-4">
        <p className="flex max-w-[44ch] gap-2.5 text-14 leading-mid">
          <Icon name="record" className="mt-0.75 text-brass" />
          <span>
            <b data-fill="proof verdict" /> <span className="text-ink-2" data-fill="proof about" />
          </span>
        </p>
        <dl className="flex flex-1 flex-wrap justify-between gap-x-8 gap-y-3 max-desk:basis-full">
          <Figure name="Sonuçlanan kayıt" fill="proof count" />
          <Figure name="İlk hedefe varan" fill="proof hits" />
          <Figure name="Eşlenmiş giriş" fill="proof baseline" />
          <Figure name="Fark, %95 aralığıyla" fill="proof difference" />
          <Figure name="Maliyet düşülünce sonuç" fill="proof net" />
        </dl>
        <a href="/record" className="link text-ink-2 hover:text-ink">
          Bütün sicil
        </a>
      </div>
    </section>
  );
}

function Figure({ name, fill }: { readonly name: string; readonly fill: string }) {
  return (
    <div>
      <dt className="lbl">{name}</dt>
      <dd className="num mt-0.5 text-16 font-semi" data-fill={fill} />
    </div>
  );
}
