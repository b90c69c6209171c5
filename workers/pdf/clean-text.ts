/** Typesetters' ligatures and the presentation forms of Arabic: shapes of letters, not letters. */
const SHAPES = /[\ufb00-\ufb06\ufb13-\ufb17\ufb50-\ufdfb\ufe70-\ufefc]+/gu
// What a broken font map yields: control characters and halves of characters.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Text of a PDF as text: letters for shapes, no control characters, no half characters. */
export const cleanText = (text: string): string =>
  text
    .replace(CONTROLS, '')
    .replace(SHAPES, (shapes) => shapes.normalize('NFKC'))
    .toWellFormed()
