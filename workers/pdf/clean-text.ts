/** Ligatures and Arabic presentation forms: glyph shapes, not letters. */
const SHAPES = /[\ufb00-\ufb06\ufb13-\ufb17\ufb50-\ufdfb\ufe70-\ufefc]+/gu
// Broken font maps yield control characters.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Cleans text of a PDF: letters instead of presentation forms, no control characters, no lone surrogates. */
export const cleanText = (text: string): string =>
  text
    .replace(CONTROLS, '')
    .replace(SHAPES, (shapes) => shapes.normalize('NFKC'))
    .toWellFormed()
