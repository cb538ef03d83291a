/** Renders a progress bar. */
export function Meter({
  label,
  share,
}: {
  /** Name of the running task. */
  readonly label: string;
  /** Completed share, 0 to 1. */
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
