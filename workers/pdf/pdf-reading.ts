import { z } from 'zod'

import type { PdfReading } from '#shared/doors/pdf.ts'

const text = z.string().nullable()
const page = z.int().positive()

/** Validates the answer of a child: the file may have compromised it, so nothing is trusted. */
export const PdfAnswerFromChild: z.ZodType<
  | { reading: PdfReading }
  | { refused: 'encrypted_pdf' | 'malformed_pdf' | 'pdf_too_complex' | 'no_such_page'; pages?: number | undefined }
> = z.union([
  z.object({
    refused: z.enum(['encrypted_pdf', 'malformed_pdf', 'pdf_too_complex', 'no_such_page']),
    pages: z.int().nonnegative().optional(),
  }),
  z.object({
    reading: z.object({
      pageCount: page,
      pages: z.array(
        z.object({
          n: page,
          text: z.string(),
          textSource: z.enum(['text', 'ocr', 'none']),
          width: z.number(),
          height: z.number(),
          rotation: z.int(),
          tables: z.array(z.object({ rows: z.array(z.array(z.string())) })).nullable(),
        }),
      ),
      damagedPages: z.array(page),
      metadata: z.object({
        title: text,
        author: text,
        subject: text,
        keywords: text,
        creator: text,
        producer: text,
        createdAt: text,
        modifiedAt: text,
        pdfVersion: text,
        encrypted: z.boolean(),
      }),
      outline: z.array(z.object({ title: z.string(), page: page.nullable(), level: page })),
      links: z.array(z.object({ page, url: z.string() })),
      hiddenText: z.array(
        z.object({
          page,
          excerpt: z.string(),
          charCount: z.int(),
          reason: z.enum(['white_on_white', 'off_page', 'tiny', 'invisible_render_mode']),
        }),
      ),
      truncated: z.boolean(),
    }),
  }),
])
