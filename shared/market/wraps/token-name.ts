/** The symbol of every token that wraps a licence. */
export const TOKEN_SYMBOL = 'LICENCE'
/** Bytes that wallets show of a name. */
const MOST_BYTES = 32

/** The title of a listing as the name of a token: at most 32 bytes of UTF-8, cut between characters. */
export function tokenName(title: string): string {
  if (Buffer.byteLength(title) <= MOST_BYTES) return title
  let name = ''
  for (const { segment } of new Intl.Segmenter().segment(title)) {
    if (Buffer.byteLength(`${name}${segment}…`) > MOST_BYTES) break
    name += segment
  }
  return `${name.trimEnd()}…`
}
