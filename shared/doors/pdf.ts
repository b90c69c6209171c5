/** The parts to read from a PDF. */
export type PdfRequest = {
  /** Page ranges, first and last page, in the requested order; null for all. */
  pages: readonly (readonly [first: number, last: number])[] | null
  /** Maximum number of pages. */
  maxPages: number
  /** Maximum characters of text; the rest is omitted and `truncated` is set. */
  maxChars: number
  tables: boolean
  signal: AbortSignal
}

export type PdfPage = {
  n: number
  /** In reading order; lines end with \n, paragraphs and columns with an empty line. */
  text: string
  textSource: 'text' | 'ocr' | 'none'
  /** Points, after applying the page's rotation. */
  width: number
  height: number
  rotation: number
  /** Null when tables were not requested. */
  tables: { rows: string[][] }[] | null
}

/** Why a text in the page is not visible to a reader. */
export type HiddenTextReason = 'white_on_white' | 'off_page' | 'tiny' | 'invisible_render_mode'

export type PdfReading = {
  pageCount: number
  pages: PdfPage[]
  /** Pages omitted from `pages`, or included as far as they could be read. */
  damagedPages: number[]
  metadata: {
    title: string | null
    author: string | null
    subject: string | null
    keywords: string | null
    creator: string | null
    producer: string | null
    createdAt: string | null
    modifiedAt: string | null
    pdfVersion: string | null
    encrypted: boolean
  }
  outline: { title: string; page: number | null; level: number }[]
  links: { page: number; url: string }[]
  hiddenText: { page: number; excerpt: string; charCount: number; reason: HiddenTextReason }[]
  truncated: boolean
}

/** Why a file was refused, in `extra.reason` of a 422 `unprocessable`. */
export type PdfRefusalReason = 'not_a_pdf' | 'encrypted_pdf' | 'malformed_pdf' | 'pdf_too_complex' | 'no_such_page'

/**
 * Reads a PDF in a separate process. Throws `Refusal`: `unprocessable` (422, with `reason`) for a file that is not a
 * PDF, or is encrypted, malformed or too complex; `unavailable` (503) when the process was killed from outside twice.
 */
export type PdfDoor = { read: (file: Uint8Array, request: PdfRequest) => Promise<PdfReading> }
