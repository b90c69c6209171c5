import { deflateSync } from 'node:zlib'

const PAGES = 12

/** Builds a small PDF of our own that exercises the code paths most files need. */
export function warmUpPdf(): Buffer {
  const line = 'Every ledger balances in the evening, whatever was held, captured or released in between.'
  const content = deflateSync(
    `0.9 g 40 30 500 10 re f 0 g BT /F1 10 Tf 12 TL 50 760 Td ${`(${line}) Tj T* [(Two)-300(words)] TJ T* `.repeat(25)} ET`,
  )
  const kids = Array.from({ length: PAGES }, (_none, index) => `${index + 5} 0 R`).join(' ')
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 4 0 R >>'
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${PAGES} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    Buffer.concat([
      Buffer.from(`<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
    ...Array.from({ length: PAGES }, () => page),
  ])
}

/** Numbers the objects from 1 and writes the cross-reference table. */
function assemblePdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  let at = parts[0]?.length ?? 0
  const places = objects.map((object, index) => {
    const place = at
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    at += part.length
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
