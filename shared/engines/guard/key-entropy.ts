/** The letter pairs that most English text is made of; chance hits about one in five of them. */
const commonPairs = new Set(
  (
    'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ' +
    'ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie ee wi ' +
    'em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab ty op sa ay ' +
    'ex ke fr oo av ag ap gr od bo sp rd do uc bu ov rm ep cu cr cl qu ue up au ck ew ob ey nv vo oi ym um'
  ).split(' '),
)

/**
 * Estimates the entropy of a key in bits: length times the bits of its alphabet, less what is predictable (runs and
 * sequences, repeats, words, years). Random keys show a little of each by chance, so a small discount is ignored.
 */
export function estimatedBits(key: string): number {
  const each = Math.log2(alphabetOf(key))
  const words = wordPlaces(key)
  const repeats = repeatedPlaces(key)
  const years = new Set(
    [...key.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].flatMap(({ index }) => [index, index + 1, index + 2, index + 3]),
  )
  let bits = 0
  for (let at = 0; at < key.length; at++) {
    const char = key.charAt(at)
    if (repeats.has(at)) bits += 0.25
    else if (words.has(at)) bits += 2
    else if (years.has(at)) bits += 1
    else if (words.size > 0 && /\d/.test(char)) bits += Math.log2(10)
    else if (words.size > 0 && /[^A-Za-z\d]/.test(char)) bits += 0.5
    else bits += each
  }
  const most = key.length * each
  return Math.floor(bits >= most * 0.8 ? most : bits)
}

/** Size of the alphabet of a key, from the character classes it has. */
function alphabetOf(key: string): number {
  if (/^[^A-Za-z]*$/.test(key)) return 10
  if (/^[^g-z]*$/i.test(key)) return 16
  return (/[a-z]/.test(key) ? 26 : 0) + (/[A-Z]/.test(key) ? 26 : 0) + (/\d/.test(key) ? 10 : 0)
}

/** Characters that continue a run (aaa, 123, cba) or a group of four that was there before. */
function repeatedPlaces(key: string): Set<number> {
  const places = new Set<number>()
  const seen = new Set<string>()
  for (let at = 2; at < key.length; at++) {
    const step = key.charCodeAt(at) - key.charCodeAt(at - 1)
    const group = key.slice(Math.max(0, at - 3), at + 1)
    if (Math.abs(step) <= 1 && step === key.charCodeAt(at - 1) - key.charCodeAt(at - 2)) places.add(at)
    if (seen.has(group)) places.add(at)
    seen.add(group)
  }
  return places
}

/** Letters of words: runs of four or more in one case, mostly of common pairs; beside such a word, shorter runs too. */
function wordPlaces(key: string): Set<number> {
  const places = new Set<number>()
  const add = (index: number, length: number) => {
    for (let at = index; at < index + length; at++) places.add(at)
  }
  for (const { 0: run, index } of key.matchAll(/[A-Z]?[a-z]{4,}|[A-Z]{4,}/g)) {
    const pairs = Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2).toLowerCase())
    if (pairs.filter((pair) => commonPairs.has(pair)).length >= pairs.length * 0.6) add(index, run.length)
  }
  if (places.size === 0) return places
  for (const { 0: run, index } of key.matchAll(/(?<![A-Za-z\d])[A-Za-z]{1,3}(?![A-Za-z\d])/g)) add(index, run.length)
  return places
}
