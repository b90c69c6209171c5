/** Returns a name without the mark that ends its sentence: "under research/pitch." names no note that ends in a point. */
export const withoutStop = (said: unknown): unknown =>
  typeof said === 'string' && /^\S*[\p{L}\p{N}_)][.,;:]+$/u.test(said) ? said.replace(/[.,;:]+$/, '') : said
