import { Bone } from '../../ui/skeleton.tsx';

/** Renders the skeleton of the figures. */
export function FiguresSkeleton() {
  return (
    <>
      <div className="mb-3 rounded-3 border border-line bg-s1">
        <div className="flex h-12 items-center border-b border-line-soft px-4">
          <Bone className="w-1/2" />
        </div>
        <div className="grid grid-cols-4 max-desk:grid-cols-2">
          {['n', 'hits', 'baseline', 'net'].map((key) => (
            <div key={key} className="h-21.5 px-4 py-3.5">
              <Bone className="w-24" />
              <Bone className="mt-2.5 h-6 w-28" />
            </div>
          ))}
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3 max-desk:grid-cols-1">
        <div className="h-104 rounded-3 border border-line bg-s1" />
        <div className="h-104 rounded-3 border border-line bg-s1" />
      </div>
    </>
  );
}
