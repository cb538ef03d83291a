import { useQuery } from '@tanstack/react-query';
import { sellerQuery } from '../../api/seller.ts';

/** Who sells, above the texts of a purchase; nothing until it is known, and nothing where nobody sells. */
export function SellerLines() {
  const { data: seller } = useQuery(sellerQuery());
  if (!seller) return null;
  const lines = [
    ['Satıcı', seller.title],
    ['Vergi dairesi ve numarası', `${seller.taxOffice}, ${seller.taxNumber}`],
    ['Adres', seller.address],
  ] as const;
  return (
    <div className="mt-6 rounded-3 border border-line px-4 py-3 text-14 text-ink-2">
      <dl className="grid gap-y-1.5">
        {lines.map(([name, value]) => (
          <div
            key={name}
            className="grid grid-cols-[200px_minmax(0,1fr)] gap-x-4 max-tab:grid-cols-1"
          >
            <dt className="text-ink-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {seller.demonstration ? (
        <p className="mt-2.5 text-13 text-ink-3">
          Burası bir gösterim kurulumudur: gerçek satış yapılmaz, karttan para çekilmez.
        </p>
      ) : null}
    </div>
  );
}
