import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

type Body = string | Buffer

/** A PDF written object by object, so that each part of it can be wrong in any way a test wants. */
export class PdfFile {
  readonly #objects: Buffer[] = []

  /** Adds an object; answers with its number. Text is latin1. */
  add(body: Body = 'null'): number {
    this.#objects.push(bytesOf(body))
    return this.#objects.length
  }

  set(number: number, body: Body): void {
    this.#objects[number - 1] = bytesOf(body)
  }

  /** Adds a stream, deflated `layers` times. */
  stream(content: Body, { dict = '', layers = 1 }: { dict?: string; layers?: number } = {}): number {
    let data = bytesOf(content)
    for (let layer = 0; layer < layers; layer += 1) data = deflateSync(data, { level: 9 })
    const filter = layers === 0 ? '' : `/Filter [${'/FlateDecode '.repeat(layers)}]`
    return this.add(
      Buffer.concat([
        Buffer.from(`<< ${dict} ${filter} /Length ${data.length} >>\nstream\n`, 'latin1'),
        data,
        Buffer.from('\nendstream'),
      ]),
    )
  }

  /** The file, with a table of where each object is. */
  bytes({ root, trailer = '', version = '1.7' }: { root: number; trailer?: string; version?: string }): Buffer {
    const parts = [Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1')]
    let at = parts[0]?.length ?? 0
    const places = this.#objects.map((body, index) => {
      const place = at
      const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
      parts.push(part)
      at += part.length
      return `${String(place).padStart(10, '0')} 00000 n \n`
    })
    const size = places.length + 1
    parts.push(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root ${root} 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
        'latin1',
      ),
    )
    return Buffer.concat(parts)
  }
}

export type PageSpec = {
  /** Content operators; the font is /F1 (Helvetica). */
  content: string
  /** Entries of the page dictionary, such as `/Rotate 90`. */
  more?: string
  mediaBox?: string
  /** Flate layers of the content; default 1. */
  layers?: number
}

export type DocumentSpec = {
  pages: readonly PageSpec[]
  /** Entries of the information dictionary. */
  info?: string
  /** Adds objects and answers with entries of the catalog dictionary; gets the page objects' numbers. */
  catalog?: (file: PdfFile, pages: readonly number[]) => string
  /** Adds objects and answers with entries of every page's resources. */
  resources?: (file: PdfFile) => string
  trailer?: (file: PdfFile) => string
}

/** A sound document. */
export function pdfDocument(spec: DocumentSpec): Buffer {
  const file = new PdfFile()
  const [root, tree] = [file.add(), file.add()]
  const font = file.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const resources = spec.resources?.(file) ?? ''
  const pages = spec.pages.map(({ content, more = '', mediaBox = '0 0 612 792', layers = 1 }) => {
    const contents = file.stream(content, { layers })
    return file.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [${mediaBox}] /Resources << /Font << /F1 ${font} 0 R >> ${resources} >> /Contents ${contents} 0 R ${more} >>`,
    )
  })
  file.set(tree, `<< /Type /Pages /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] /Count ${pages.length} >>`)
  file.set(root, `<< /Type /Catalog /Pages ${tree} 0 R ${spec.catalog?.(file, pages) ?? ''} >>`)
  const info = spec.info === undefined ? '' : `/Info ${file.add(`<< ${spec.info} >>`)} 0 R`
  return file.bytes({ root, trailer: `${info} ${spec.trailer?.(file) ?? ''}` })
}

/** Operators that write one line at a place. */
export const textAt = (x: number, y: number, text: string, size = 12) =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET\n`

export const helloPdf = (...texts: readonly string[]) =>
  pdfDocument({ pages: texts.map((text) => ({ content: textAt(72, 700, text, 24) })) })

/** A file of plain text pages, some 4,500 characters each. */
export function longPdf(pages: number): Buffer {
  const words = 'the ledger of every call balances in the evening while nobody pays twice for one answer'.split(' ')
  let word = 0
  const line = () => {
    let text = ''
    while (text.length < 80) text += `${words[(word += 7) % words.length]} `
    return `(${text.trim()}) Tj T*\n`
  }
  const page = () => `BT /F1 10 Tf 12 TL 50 760 Td\n${Array.from({ length: 55 }, line).join('')}ET\n`
  return pdfDocument({ pages: Array.from({ length: pages }, () => ({ content: page() })) })
}

/** Encrypted with 40-bit RC4 (revision 2). An empty user password opens without asking. */
export function encryptedPdf(userPassword: string, text = 'locked away'): Buffer {
  const id = Buffer.alloc(16, 7)
  const permissions = -4
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(userPassword))
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(permissions)
  const key = md5(Buffer.concat([padded(userPassword), owner, rights, id])).subarray(0, 5)
  const file = new PdfFile()
  const [root, tree, page, font, contents] = [1, 2, 3, 4, 5]
  for (let number = 0; number < 5; number += 1) file.add()
  const salted = Buffer.concat([key, Buffer.from([contents, 0, 0, 0, 0])])
  const body = rc4(md5(salted).subarray(0, 10), Buffer.from(textAt(72, 700, text)))
  file.set(root, `<< /Type /Catalog /Pages ${tree} 0 R >>`)
  file.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`)
  file.set(
    page,
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${contents} 0 R >>`,
  )
  file.set(font, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  file.set(
    contents,
    Buffer.concat([Buffer.from(`<< /Length ${body.length} >>\nstream\n`), body, Buffer.from('\nendstream')]),
  )
  const encrypt = file.add(
    `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${rc4(key, PADDING).toString('hex')}> /P ${permissions} >>`,
  )
  return file.bytes({ root, trailer: `/Encrypt ${encrypt} 0 R /ID [<${id.toString('hex')}> <${id.toString('hex')}>]` })
}

/** ISO 32000-1, 7.6.3.3, algorithm 2. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const padded = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
const md5 = (data: Buffer) => createHash('md5').update(data).digest()

function rc4(key: Buffer, data: Buffer): Buffer {
  const box = Array.from({ length: 256 }, (_none, index) => index)
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (box[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    ;[box[i], box[j]] = [box[j] ?? 0, box[i] ?? 0]
  }
  let [i, j] = [0, 0]
  return data.map((byte) => {
    i = (i + 1) & 255
    j = (j + (box[i] ?? 0)) & 255
    ;[box[i], box[j]] = [box[j] ?? 0, box[i] ?? 0]
    return byte ^ (box[((box[i] ?? 0) + (box[j] ?? 0)) & 255] ?? 0)
  }) as Buffer
}

const bytesOf = (body: Body) => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
