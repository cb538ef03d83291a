import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
};

/** Ink colours from dark to pale, and the brass of the mark. */
export const INK = {
  text: '#0F151B',
  second: '#44505C',
  third: '#596571',
  line: '#C9D2DA',
  tint: '#F1F4F6',
  brass: '#76570E',
  warning: '#7C5000',
  warningTint: '#FBF0D6',
  watermark: '#EEF1F4',
} as const;

/** A4 in points, with one margin on every side. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 } as const;
/** Width between the margins, in points. */
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;

/** Position and style of a text; sizes in points. */
export interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right' | 'center';
}

/** Structure element of the document, in reading order. */
export type Group = PDFKit.PDFStructureElement;

/** Sheet of A4 under construction. */
export interface Sheet {
  /** Root element of the structure. */
  readonly root: Group;
  /** Adds a group with a role of PDF's structure, such as `Table` or `TR`. */
  group(this: void, parent: Group, role: string): Group;
  /** Writes a text with its role, such as `H1`, `P` or `TD`; returns its height in points. */
  text(this: void, parent: Group, role: string, words: string, style: TextStyle): number;
  /** Draws a decoration, which screen readers skip. */
  decorate(this: void, draw: (doc: PDFKit.PDFDocument) => void): void;
  /** Ends the document and returns the file. */
  end(this: void): Promise<Buffer>;
}

/** Opens a tagged PDF/A-2a of one sheet in Turkish with both fonts embedded. */
export async function openSheet(info: {
  readonly title: string;
  readonly author: string;
  readonly createdAtMs: number;
}): Promise<Sheet> {
  // Loaded on first use, to keep the start fast.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: FONTS.regular,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: 'tr-TR',
    displayTitle: true,
    info: {
      Title: info.title,
      Author: info.author,
      Creator: 'Rasat',
      Producer: 'Rasat',
      CreationDate: new Date(info.createdAtMs),
      ModDate: new Date(info.createdAtMs),
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  doc.registerFont('regular', FONTS.regular);
  doc.registerFont('bold', FONTS.bold);
  const root = doc.struct('Document');
  doc.addStructure(root);

  return {
    root,
    group(parent, role) {
      const group = doc.struct(role);
      parent.add(group);
      return group;
    },
    text(parent, role, words, { x, y, width, ...style }) {
      const { size = 9, bold = false, color = INK.text, align = 'left' } = style;
      doc.font(bold ? 'bold' : 'regular').fontSize(size);
      const options = { width, align, lineGap: size * 0.12 };
      const height = doc.heightOfString(words, options);
      const draw = (): void => {
        doc.fillColor(color).text(words, x, y, options);
      };
      parent.add(doc.struct(role, {}, draw));
      return height;
    },
    decorate(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      doc.save();
      draw(doc);
      doc.restore();
      doc.endMarkedContent();
    },
    async end() {
      root.end();
      doc.end();
      await finished;
      return Buffer.concat(chunks);
    },
  };
}
