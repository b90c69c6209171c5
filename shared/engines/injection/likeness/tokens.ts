/** The words and marks of a folded text, by their places, each with the hashes of the features that end with it. */
export type Tokens = {
  count: number
  start: Int32Array
  end: Int32Array
  /** Features of token i are `features[from[i]]` to `features[from[i + 1]]`; the first three are its word runs. */
  from: Int32Array
  features: Int32Array
}

/** Number of weights; a power of two. */
export const BUCKETS = 2 ** 17

/** Features that are runs of one, two and three tokens, before the parts of the word. */
export const RUNS = 3

const PART = 4
/** A longer run of letters is no word, and its parts say nothing. */
const LONGEST = 24

const mix = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)
/** The high bits of a product depend on all bits of its factors. */
const bucket = (hash: number) => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 15

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || code === 0x27
const isDigit = (code: number) => code >= 0x30 && code <= 0x39

/**
 * Takes a folded text apart into words, numbers and marks, and hashes their features: runs of up to three tokens, and
 * the parts of each word by four characters. Letters of other scripts than Latin have no features. Linear in the text.
 */
export function tokensOf(text: string): Tokens {
  const [starts, ends, from, features]: [number[], number[], number[], number[]] = [[], [], [], []]
  let [last, before] = [0, 0]
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code <= 0x20 || code > 0x7e) {
      at += 1
      continue
    }
    let end = at + 1
    let hash = mix(0x811c9dc5, code)
    if (isLetter(code)) {
      for (; end < text.length && isLetter(text.charCodeAt(end)); end += 1) hash = mix(hash, text.charCodeAt(end))
    } else if (isDigit(code)) {
      // Which number it is says nothing.
      while (end < text.length && isDigit(text.charCodeAt(end))) end += 1
      hash = mix(0x811c9dc5, 0x30)
    }
    from.push(features.length)
    starts.push(at)
    ends.push(end)
    features.push(bucket(hash), bucket(mix(mix(hash, 0x1f), last)), bucket(mix(mix(mix(hash, 0x1e), last), before)))
    if (isLetter(code) && end - at >= PART && end - at <= LONGEST) addParts(features, text, at, end)
    before = last
    last = hash
    at = end
  }
  from.push(features.length)
  return {
    count: starts.length,
    start: Int32Array.from(starts),
    end: Int32Array.from(ends),
    from: Int32Array.from(from),
    features: Int32Array.from(features),
  }
}

function addParts(features: number[], text: string, start: number, end: number): void {
  for (let at = start; at + PART <= end; at += 1) {
    let hash = mix(0x811c9dc5, at === start ? 0x5e : 0x2e)
    for (let next = at; next < at + PART; next += 1) hash = mix(hash, text.charCodeAt(next))
    features.push(bucket(mix(hash, at + PART === end ? 0x24 : 0x2e)))
  }
}
