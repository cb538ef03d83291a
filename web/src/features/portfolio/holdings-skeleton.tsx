import { Bone } from '../../ui/skeleton.tsx';

/** Columns of the cards: one on a phone, five at full width. */
export const CARD_GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(250px,1fr))] gap-2.5 max-desk:gap-2';

const CARDS = 12;

/** Renders the placeholder of the cards or of the list. */
export function HoldingsSkeleton({ list }: { readonly list: boolean }) {
  const bones = Array.from({ length: CARDS }, (_, i) => i);
  if (list) {
    return (
      <div className="rounded-3 border border-line bg-s1">
        <div className="h-7.5 border-b border-line" />
        {bones.map((i) => (
          <div
            key={i}
            className="flex h-9 items-center gap-10 border-b border-line-soft px-3.5 last:border-0"
          >
            <Bone className="w-20" />
            <Bone className="w-16" />
            <Bone className="h-4.5 w-40" />
            <Bone className="ml-auto w-20" />
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className={CARD_GRID}>
      {bones.map((i) => (
        <div key={i} className="rounded-3 border border-line bg-s1 px-3 py-2.5">
          <Bone className="my-1 w-16" />
          <Bone className="my-3 h-4.5 w-23" />
          <div className="flex justify-between border-t border-line-soft pt-2.5 pb-1">
            <Bone className="h-4.5 w-14" />
            <Bone className="h-4.5 w-20" />
          </div>
        </div>
      ))}
    </div>
  );
}
