/** How much of something is done. */
export function Meter({
  label,
  share,
}: {
  /** What it is that goes on. */
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      className="mt-2 h-2 overflow-hidden rounded-[2px] bg-s3"
    >
      <div className="h-full bg-warn" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
