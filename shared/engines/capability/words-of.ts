/** Words of an identifier or a sentence, in lower case. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, 2_000)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
