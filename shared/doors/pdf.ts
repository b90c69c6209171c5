/** What is wanted of a PDF. */
export type PdfRequest = {
  /** Page ranges, first and last, in the order they are wanted; null for all. */
  pages: readonly (readonly [first: number, last: number])[] | null
  /** Pages read at most. */
  maxPages: number
  /** Characters of text at most; what comes after is left out and `truncated` says so. */
  maxChars: number
  tables: boolean
  signal: AbortSignal
}

export type PdfPage = {
  n: number
  /** In reading order; lines end with \n, paragraphs and columns with an empty line. */
  text: string
  textSource: 'text' | 'ocr' | 'none'
  /** Points as the page is shown, that is after its rotation. */
  width: number
  height: number
  rotation: number
  /** Null where tables were not asked for. */
  tables: { rows: string[][] }[] | null
}

/** Why somebody who looks at the page does not see a text that is in it. */
export type HiddenTextReason = 'white_on_white' | 'off_page' | 'tiny' | 'invisible_render_mode'

export type PdfReading = {
  pageCount: number
  pages: PdfPage[]
  /** Left out of `pages`, or in it as far as they could be read. */
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

/** The door's reasons to refuse a file, in `extra.reason` of a 422 `unprocessable`. */
export type PdfRefusalReason = 'not_a_pdf' | 'encrypted_pdf' | 'malformed_pdf' | 'pdf_too_complex' | 'no_such_page'

/**
 * Reads a PDF in a process of its own. Throws `Refusal`: `unprocessable` (422, with `reason`) for a file that is none, is
 * locked, broken or a bomb, `unavailable` (503) when the process was killed from outside twice.
 */
export type PdfDoor = { read: (file: Uint8Array, request: PdfRequest) => Promise<PdfReading> }
