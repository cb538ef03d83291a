import { Bone } from '../../../ui/skeleton.tsx';

/** Placeholder of the two plans and the payment while the prices load. */
export function OffersSkeleton() {
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 max-desk:grid-cols-1">
        {[3, 6].map((months) => (
          <div
            key={months}
            className="flex h-18 items-center justify-between rounded-3 border border-line bg-s1 p-4"
          >
            <Bone className="w-24" />
            <Bone className="h-4 w-28" />
          </div>
        ))}
      </div>
      <OfferSkeleton />
    </div>
  );
}

/** Placeholder of a payment while its price loads. */
export function OfferSkeleton() {
  return (
    <div className="grid gap-5 rounded-3 border border-line bg-s1 p-4">
      <Bone className="w-72 max-w-full" />
      <Bone className="w-64 max-w-full" />
      <Bone className="w-40" />
      <Bone className="mt-6 h-4 w-80 max-w-full" />
    </div>
  );
}
