/** A text in lower case without accents, with the forms of one Arabic letter as one, as the lists of words have it. */
export const foldWords = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0640\u064b-\u0652]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ى]/g, 'ي')
