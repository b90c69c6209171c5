/** Where readers of archives look: the record at the end of a ZIP, at most this far from the end of the file. */
const ZIP_TAIL = 65_557
/** Where readers of PDF look for its mark. */
const PDF_HEAD = 1_024
/** Markup and scripts that a browser or an interpreter would run. Long enough never to come about in compressed data. */
const MARKUP = /<(?:script|iframe|html[\s>]|body[\s>]|svg\s+[a-z:]{2,}=|!doctype html|\?php\s|foreignobject)/i
const ARCHIVES: readonly string[] = ['Rar!\x1a\x07', "7z\xbc\xaf'\x1c"]

/**
 * Says what else a picture or film is, for somebody who reads it as something else: an archive, a document, a page, a
 * script. Null when it is nothing but what it says. Re-encoding takes all of that away; a file that carries it was made
 * to be misread, so it is refused rather than cleaned.
 */
export function findPolyglot(bytes: Buffer): string | null {
  if (bytes.subarray(0, PDF_HEAD).includes('%PDF-', 0, 'latin1')) return 'pdf'
  if (endsAsZip(bytes)) return 'zip'
  if (ARCHIVES.some((mark) => bytes.includes(mark, 0, 'latin1'))) return 'archive'
  if (opensAsScript(bytes)) return 'script'
  return hasMarkup(bytes) ? 'markup' : null
}

/** An end-of-central-directory record whose comment ends where the file ends. */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-ZIP_TAIL)
  for (let at = tail.lastIndexOf('PK\x05\x06'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true
  }
  return false
}

/** A header in which a JavaScript comment or assignment begins: the width of a GIF, the first segment of a JPEG. */
function opensAsScript(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 8)
  return /^GIF8[79]a(?:\/[*/]|=)/.test(head) || /^\xff\xd8\xff[\xe0-\xff]\/\*/.test(head)
}

const MARKUP_CHUNK = 1 << 20
const LONGEST_MARK = 16

/** Looked for in pieces: the whole file as one text would be twice its size. */
function hasMarkup(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += MARKUP_CHUNK) {
    if (MARKUP.test(bytes.toString('latin1', at, at + MARKUP_CHUNK + LONGEST_MARK))) return true
  }
  return false
}
