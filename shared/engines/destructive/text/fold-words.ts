/** A text in lower case without accents, with the forms of one Arabic letter as one, as the lists of words have it. */
export const foldWords = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\u0640|\p{Mn}/gu, (mark) => (isDropped(mark.charCodeAt(0)) ? '' : mark))
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ى]/g, 'ي')

/** Accents, the Arabic letter stretcher and vowel signs; the marks of other scripts are letters of their own. */
const isDropped = (code: number) =>
  (code >= 0x300 && code <= 0x36f) || code === 0x640 || (code >= 0x64b && code <= 0x652)
