import type { PdfReading } from '#shared/doors/pdf.ts'

import { dehyphenate } from './dehyphenate.ts'

/** A reading in the words of the wire; words that were broken at line ends are joined where `isWord` knows them. */
export function pdfResult(reading: PdfReading, isWord: (word: string) => boolean) {
  const { metadata } = reading
  const pages = reading.pages.map(({ n, text, textSource, width, height, rotation, tables }) => {
    const joined = dehyphenate(text, isWord)
    return {
      n,
      text: joined,
      char_count: joined.length,
      has_text_layer: textSource !== 'none',
      text_source: textSource,
      width,
      height,
      rotation,
      ...(tables === null ? {} : { tables }),
    }
  })
  return {
    page_count: reading.pageCount,
    pages,
    text: pages.map(({ text }) => text).join('\f'),
    metadata: {
      title: metadata.title,
      author: metadata.author,
      subject: metadata.subject,
      keywords: metadata.keywords,
      creator: metadata.creator,
      producer: metadata.producer,
      created_at: metadata.createdAt,
      modified_at: metadata.modifiedAt,
      pdf_version: metadata.pdfVersion,
      encrypted: metadata.encrypted,
    },
    outline: reading.outline,
    links: reading.links,
    needs_ocr: pages.filter((page) => page.has_text_layer).length * 2 < pages.length,
    hidden_text: reading.hiddenText.map(({ page, excerpt, charCount, reason }) => ({
      page,
      excerpt,
      char_count: charCount,
      reason,
    })),
    damaged_pages: reading.damagedPages,
    truncated: reading.truncated,
  }
}
