import { SITE_TEXTS } from '@rasat/contract';
import { Text } from '../../ui/document/site-text.tsx';

const LINES = [
  ['seller.name', 'seller title'],
  ['seller.tax', 'seller tax'],
  ['seller.address', 'seller address'],
] as const;

/**
 * Renders the seller of the settings; hidden until it is known, and without a seller. In Turkish, like the legal texts,
 * unless `translated`.
 */
export function Seller({ translated = false }: { readonly translated?: boolean }) {
  return (
    <div
      hidden
      data-seller
      className="mt-6 rounded-3 border border-line px-4 py-3 text-14 text-ink-2 [[hidden]]:hidden"
    >
      <dl className="grid gap-y-1.5">
        {LINES.map(([name, fill]) => (
          <div
            key={fill}
            className="grid grid-cols-[200px_minmax(0,1fr)] gap-x-4 max-tab:grid-cols-1"
          >
            <dt className="text-ink-3">
              {translated ? <Text name={name} /> : SITE_TEXTS[name].tr}
            </dt>
            <dd data-fill={fill} />
          </div>
        ))}
      </dl>
      <p hidden data-demonstration className="mt-2.5 text-13 text-ink-3 [[hidden]]:hidden">
        {translated ? <Text name="seller.demo" /> : SITE_TEXTS['seller.demo'].tr}
      </p>
    </div>
  );
}
