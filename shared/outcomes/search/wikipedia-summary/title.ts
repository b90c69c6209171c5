/** MediaWiki's own limit, in UTF-8 bytes. */
const LONGEST_TITLE = 255

/** A title as MediaWiki reads it: spaces for underscores, one at a time, no marks of writing direction, no colon before it. */
export const normalTitle = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/[\s_\u00A0\u3000]+/g, ' ')
    .replace(/^[ :]+/, '')
    .trimEnd()

/**
 * Whether an article can have this (normal) title at all (https://www.mediawiki.org/wiki/Help:Bad_title): `C#` cannot,
 * and asking for it would answer with `C`.
 */
export function isPossibleTitle(title: string): boolean {
  if (title === '' || Buffer.byteLength(title) > LONGEST_TITLE) return false
  if (/[#<>[\]{}|\p{Cc}\uFFFD]|%[0-9a-f]{2}|&[\w#]+;|~~~/iu.test(title)) return false
  return !title.split('/').some((part) => part === '.' || part === '..')
}
