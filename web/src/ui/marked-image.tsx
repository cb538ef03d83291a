import { useState } from 'react';
import { cx } from './cx.ts';
import { Dialog } from './dialog.tsx';

/** A remark on an image: a place, as shares of width and height from the upper left, and what it says. */
export interface ImageMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** The number of a mark, on the image and before its remark. */
export function MarkNumber({
  number,
  className,
}: {
  readonly number: number;
  readonly className?: string;
}) {
  return (
    <span
      className={cx(
        'num grid size-5 flex-none place-items-center rounded-full bg-brass text-11 font-semi text-inv',
        className,
      )}
    >
      {number}
    </span>
  );
}

/** The remarks of a reviewer, numbered as they stand on the image. */
export function MarkList({
  label,
  marks,
}: {
  readonly label: string;
  readonly marks: readonly ImageMark[];
}) {
  return (
    <ol aria-label={label} className="grid gap-2">
      {marks.map(({ x, y, text }, at) => (
        <li key={`${x} ${y} ${text}`} className="flex items-start gap-2.25 leading-mid">
          <MarkNumber number={at + 1} />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </li>
      ))}
    </ol>
  );
}

/** An image with the numbers of its marks; pressing it shows it as large as the screen lets it be. */
export function MarkedImage({
  src,
  alt,
  marks = [],
  labels,
  onFail,
  className,
}: {
  readonly src: string;
  readonly alt: string;
  readonly marks?: readonly ImageMark[];
  /** What the press does, the title of the large view, how it is closed, the list of marks, a missing image. */
  readonly labels: {
    readonly view: string;
    readonly title: string;
    readonly close: string;
    readonly marks: string;
    readonly unavailable: string;
  };
  /** The image did not come, perhaps because its address has run out. */
  readonly onFail?: () => void;
  readonly className?: string;
}) {
  const [open, setOpen] = useState(false);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (failedSrc === src) {
    return (
      <p className={cx('rounded-2 border border-line bg-chart-bg p-4 text-ink-3', className)}>
        {labels.unavailable}
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={labels.view}
        onClick={() => setOpen(true)}
        className={cx(
          'block w-full cursor-zoom-in overflow-hidden rounded-2 border border-line bg-chart-bg',
          className,
        )}
      >
        <Drawn
          src={src}
          alt={alt}
          marks={marks}
          onError={() => {
            setFailedSrc(src);
            onFail?.();
          }}
        />
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        full
        title={labels.title}
        closeLabel={labels.close}
      >
        <div className="mt-3 grid gap-4">
          <div className="grid justify-center overflow-hidden rounded-2 border border-line bg-chart-bg">
            <Drawn src={src} alt={alt} marks={marks} large />
          </div>
          {marks.length > 0 ? <MarkList label={labels.marks} marks={marks} /> : null}
        </div>
      </Dialog>
    </>
  );
}

function Drawn({
  src,
  alt,
  marks,
  large = false,
  onError,
}: {
  readonly src: string;
  readonly alt: string;
  readonly marks: readonly ImageMark[];
  readonly large?: boolean;
  readonly onError?: () => void;
}) {
  return (
    <span className="relative block">
      <img
        src={src}
        alt={alt}
        onError={onError}
        className={cx('block max-w-full', large ? 'max-h-[calc(100dvh-180px)]' : 'w-full')}
      />
      {marks.map(({ x, y, text }, at) => (
        <span
          key={`${x} ${y} ${text}`}
          aria-hidden="true"
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          className="absolute -translate-x-1/2 -translate-y-1/2"
        >
          <MarkNumber number={at + 1} className="outline-2 outline-bg" />
        </span>
      ))}
    </span>
  );
}
