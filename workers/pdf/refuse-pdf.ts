import { Refusal } from '#shared/errors.ts'
import type { PdfRefusalReason } from '#shared/doors/pdf.ts'

/** The refusal of a PDF. `pages` is its number of pages, if known. */
export function refusePdf(reason: PdfRefusalReason, pages?: number): Refusal {
  const { error, action } = TEXTS[reason]
  return new Refusal('unprocessable', error, {
    fix: { action },
    extra: { reason, ...(pages === undefined ? {} : { page_count: pages }) },
  })
}

const TEXTS: Record<PdfRefusalReason, { error: string; action: string }> = {
  not_a_pdf: {
    error: 'The file at this URL is not a PDF: its first kilobyte has no %PDF- mark. Nothing was charged.',
    action: 'Send the address of the PDF itself, not of a page that shows or links it.',
  },
  encrypted_pdf: {
    error: 'The PDF is locked with a password. Nothing was charged.',
    action: 'Send the address of a copy that opens without a password.',
  },
  malformed_pdf: {
    error:
      'The file starts as a PDF but cannot be read: it is broken, or its fonts need character maps that are not in it. Nothing was charged.',
    action: 'Open and save it with a PDF program, then send the address of that copy.',
  },
  pdf_too_complex: {
    error:
      'The PDF is past what one call reads: 20 MB, 500 pages (5,000 where `pages` names some), 20 seconds, 512 MB of memory. Nothing was charged.',
    action: 'Name fewer pages with `pages`, or send a smaller or simplified copy.',
  },
  no_such_page: {
    error: 'The PDF has none of the pages that were asked for. Nothing was charged.',
    action: 'Name pages it has; page_count says how many there are.',
  },
}
