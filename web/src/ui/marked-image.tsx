import { type ReactNode, useState } from 'react';
import { cx } from './cx.ts';
import { Dialog } from './dialog.tsx';

/** A remark on an image: its position, as shares of width and height from the upper left, and its text. */
export interface ImageMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Renders the number of a mark, on the image and before its remark. */
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

/** Lists the remarks of a reviewer, with the numbers of their marks on the image. */
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

/** Renders an image with the numbers of its marks; a press opens it as large as the screen allows. */
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
  /** Texts: the open action, the title of the large view, its close button, the list of marks, a missing image. */
  readonly labels: {
    readonly view: string;
    readonly title: string;
    readonly close: string;
    readonly marks: string;
    readonly unavailable: string;
  };
  /** Called when the image could not be loaded, perhaps because its address expired. */
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
          // Reserves a height until the size of the image is known.
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

/** Renders an image with its marks and remarks, as large as the screen allows. */
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

/** Renders the numbers of the marks over the image; presses go to the image. */
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
