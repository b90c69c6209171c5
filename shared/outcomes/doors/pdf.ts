/** A reader of PDF files. Replaced by the pdf-extract pool's own contract. */
export type PdfDoor = { readonly kind: 'pdf' }
