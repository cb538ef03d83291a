import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { livePrice } from '../../api/live/live.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';

const EVERY_MS = 30_000;

/** Renders a switch that announces the price to screen readers, at most every thirty seconds. Off by default. */
export function PriceReader({
  entry,
  price,
}: {
  readonly entry: SymbolEntry;
  readonly price: number | null;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const [on, setOn] = useState(false);
  const [read, setRead] = useState<number | null>(null);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setInterval(() => {
      setRead(livePrice(entry.symbol).get()?.price ?? null);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [on, entry.symbol]);
  const Drawn = on ? Volume2 : VolumeX;
  return (
    <>
      <IconButton
        label={on ? t('reader.off') : t('reader.on')}
        aria-pressed={on}
        className="-my-2 pointer-fine:size-6! pointer-coarse:-my-3.5"
        onClick={() => {
          setOn(!on);
          setRead(on ? null : price);
        }}
      >
        <Drawn aria-hidden="true" width={14} height={14} strokeWidth={1.6} />
      </IconButton>
      <span role="status" className="sr-only">
        {on && read !== null
          ? t('reader.price', {
              symbol: entry.symbol,
              price: formats.price(read, entry.digits),
            })
          : null}
      </span>
    </>
  );
}
