import { zlibSync } from 'fflate';

/** The number of an object in the file. */
export type ObjectId = number & { readonly __object: never };

/** The bytes of a text that has one character for each. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** A text of a dictionary: UTF-16 in hexadecimal. */
export function pdfText(text: string): string {
  let digits = 'feff';
  for (let i = 0; i < text.length; i += 1) {
    digits += text.charCodeAt(i).toString(16).padStart(4, '0');
  }
  return `<${digits}>`;
}

/**
 * Writes a PDF file object by object (ISO 32000-1, 7.5), so that only the compressed content of a page is
 * kept in memory. The same objects always give the same bytes.
 */
export function createPdfFile() {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const places: number[] = [];
  let length = 0;

  function write(bytes: Uint8Array<ArrayBuffer>): void {
    pieces.push(bytes);
    length += bytes.length;
  }

  /** A number for an object that is written later. */
  const reserve = (): ObjectId => places.push(0) as ObjectId;

  function begin(id: ObjectId, body: string): void {
    places[id - 1] = length;
    write(bytesOf(`${id} 0 obj\n${body}`));
  }

  // The bytes above ASCII tell whoever transfers the file that it is no text.
  write(bytesOf('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'));

  function add(body: string, id = reserve()): ObjectId {
    begin(id, `${body}\nendobj\n`);
    return id;
  }

  return {
    reserve,
    add,

    addStream(data: Uint8Array<ArrayBuffer>, entries = ''): ObjectId {
      const id = reserve();
      const packed = zlibSync(data);
      begin(id, `<</Filter/FlateDecode/Length ${packed.length}${entries}>>stream\n`);
      write(packed);
      write(bytesOf('\nendstream\nendobj\n'));
      return id;
    },

    /** For a stream so short that compressing it would save nothing. */
    addShortStream: (data: string): ObjectId =>
      add(`<</Length ${data.length}>>stream\n${data}\nendstream`),

    /** The whole file. `fileId` has 32 hexadecimal digits. */
    finish(root: ObjectId, info: ObjectId, fileId: string): ArrayBuffer {
      const start = length;
      const size = places.length + 1;
      const entries = places.map((at) => `${String(at).padStart(10, '0')} 00000 n\r\n`);
      write(
        bytesOf(
          `xref\n0 ${size}\n0000000000 65535 f\r\n${entries.join('')}trailer\n<</Size ${size}` +
            `/Root ${root} 0 R/Info ${info} 0 R/ID[<${fileId}><${fileId}>]>>\nstartxref\n${start}\n%%EOF\n`,
        ),
      );
      const file = new Uint8Array(length);
      let at = 0;
      for (const piece of pieces) {
        file.set(piece, at);
        at += piece.length;
      }
      return file.buffer;
    },
  };
}

export type PdfFile = ReturnType<typeof createPdfFile>;
