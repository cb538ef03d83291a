import { Bone } from '../../ui/skeleton.tsx';

const ROWS = 12;

/** Renders the placeholder of the table, or of a phone's ladders. */
export function EntriesSkeleton({ desk }: { readonly desk: boolean }) {
  return (
    <div>
      {desk ? <div className="h-7.5 border-b border-line" /> : null}
      {Array.from({ length: ROWS }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={i} className="border-b border-line-soft px-3.5 last:border-0">
          {desk ? (
            <div className="flex h-9 items-center gap-10">
              <Bone className="w-20" />
              <Bone className="h-4.5 w-13" />
              <Bone className="ml-auto w-16" />
              <Bone className="w-16" />
              <Bone className="w-16" />
              <Bone className="w-16" />
              <Bone className="w-16" />
              <Bone className="h-1.5 w-46" />
              <Bone className="w-20" />
            </div>
          ) : (
            <div className="h-28 py-3">
              <Bone className="w-24" />
              <Bone className="mt-8 h-1.5" />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
