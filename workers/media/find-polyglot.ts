/** Readers of ZIP search this many bytes from the end of a file for the final record. */
const ZIP_TAIL = 65_557
/** Readers of PDF search this many bytes for the signature. */
const PDF_HEAD = 1_024
/**
 * Markup and scripts that a browser or interpreter would run. Each pattern is long enough not to occur by chance in
 * compressed data.
 */
const MARKUP = /<(?:script|iframe|html[\s>]|body[\s>]|svg\s+[a-z:]{2,}=|!doctype html|\?php\s|foreignobject)/i
const ARCHIVES: readonly string[] = ['Rar!\x1a\x07', "7z\xbc\xaf'\x1c"]

/**
 * Finds what else a picture or video can be read as: an archive, a document, a page or a script. Null if nothing.
 * Re-encoding would remove it, but such a file was made to deceive, so it is refused.
 */
export function findPolyglot(bytes: Buffer): string | null {
  if (bytes.subarray(0, PDF_HEAD).includes('%PDF-', 0, 'latin1')) return 'pdf'
  if (endsAsZip(bytes)) return 'zip'
  if (ARCHIVES.some((mark) => bytes.includes(mark, 0, 'latin1'))) return 'archive'
  if (opensAsScript(bytes)) return 'script'
  return hasMarkup(bytes) ? 'markup' : null
}

/** Whether the file ends with a ZIP end-of-central-directory record, including its comment. */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-ZIP_TAIL)
  for (let at = tail.lastIndexOf('PK\x05\x06'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true
  }
  return false
}

/**
 * Whether a header also starts a JavaScript comment or assignment, through the width of a GIF or the first segment of a
 * JPEG.
 */
function opensAsScript(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 8)
  return /^GIF8[79]a(?:\/[*/]|=)/.test(head) || /^\xff\xd8\xff[\xe0-\xff]\/\*/.test(head)
}

const MARKUP_CHUNK = 1 << 20
const LONGEST_MARK = 16

/** Searches in chunks: the whole file as a string would take twice its size. */
function hasMarkup(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += MARKUP_CHUNK) {
    if (MARKUP.test(bytes.toString('latin1', at, at + MARKUP_CHUNK + LONGEST_MARK))) return true
  }
  return false
}
