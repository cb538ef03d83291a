import { type ReactNode, useState } from 'react';
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
  const [cameSrc, setCameSrc] = useState<string | null>(null);
  const came = cameSrc === src;
  if (failedSrc === src) {
    return (
      <p className={cx('rounded-2 border border-line bg-chart-bg p-4 text-ink-3', className)}>
        {labels.unavailable}
      </p>
    );
  }
  return (
    <>
      <div
        className={cx(
          'grid justify-center overflow-hidden rounded-2 border border-line bg-chart-bg',
          // Room for it until its own size is known.
          !came && 'aspect-video',
          className,
        )}
      >
        <Marked marks={came ? marks : []}>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={labels.view}
            onClick={() => setOpen(true)}
            className="block cursor-zoom-in focus-visible:-outline-offset-2"
          >
            <img
              src={src}
              alt={alt}
              onLoad={() => setCameSrc(src)}
              onError={() => {
                setFailedSrc(src);
                onFail?.();
              }}
              className="block max-h-110 max-w-full"
            />
          </button>
        </Marked>
      </div>
      <ImageWindow
        open={open}
        onOpenChange={setOpen}
        src={src}
        alt={alt}
        marks={marks}
        labels={labels}
      />
    </>
  );
}

/** An image with its marks and remarks, as large as the screen lets it be. */
export function ImageWindow({
  open,
  onOpenChange,
  src,
  alt,
  marks,
  labels,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly src: string;
  readonly alt: string;
  readonly marks: readonly ImageMark[];
  readonly labels: { readonly title: string; readonly close: string; readonly marks: string };
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      full
      title={labels.title}
      closeLabel={labels.close}
    >
      <div className="mt-3 grid gap-4">
        <div className="grid justify-center overflow-hidden rounded-2 border border-line bg-chart-bg">
          <Marked marks={marks}>
            <img src={src} alt={alt} className="block max-h-[calc(100dvh-180px)] max-w-full" />
          </Marked>
        </div>
        {marks.length > 0 ? <MarkList label={labels.marks} marks={marks} /> : null}
      </div>
    </Dialog>
  );
}

/** The numbers of the marks over what they stand on; a press goes through them. */
function Marked({
  marks,
  children,
}: {
  readonly marks: readonly ImageMark[];
  readonly children: ReactNode;
}) {
  return (
    <div className="relative w-fit">
      {children}
      {marks.map(({ x, y, text }, at) => (
        <span
          key={`${x} ${y} ${text}`}
          aria-hidden="true"
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          className="pointer-events-none absolute -translate-1/2"
        >
          <MarkNumber number={at + 1} className="outline-2 outline-bg" />
        </span>
      ))}
    </div>
  );
}
