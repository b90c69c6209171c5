/** A pair of coordinates in a text, as "latitude, longitude" with a point in each. */
export type Pair = { value: string; start: number; end: number }

const NUMBER = String.raw`[-+−]?\d{1,3}(?:\.\d+)?`
const DECIMAL = String.raw`[-+−]?\d{1,3}\.\d+`
const LAT = String.raw`(?:latitude|latitud|breite(?:ngrad)?|lat|纬度|緯度)`
const LON = String.raw`(?:longitude|longitud|l[äa]nge(?:ngrad)?|long?|lng|经度|経度)`
const SAYS = String.raw`\s*(?:is|of|=|:|de|von)?\s*`
const BETWEEN = String.raw`\s*(?:°|º|deg(?:rees)?)?\s*[,;/&，、]?\s*(?:and|und|y|et|e)?\s*`

/** In the order in which they are tried: said by name, with the quarters of the sky, in degrees and minutes, bare. */
const NAMED = new RegExp(`${LAT}${SAYS}(${NUMBER})${BETWEEN}${LON}${SAYS}(${NUMBER})`, 'giu')
const NAMED_AFTER = new RegExp(`(${NUMBER})\\s*(?:°|º)?\\s*${LAT}${BETWEEN}(${NUMBER})\\s*(?:°|º)?\\s*${LON}`, 'giu')
const REVERSED = new RegExp(`${LON}${SAYS}(${NUMBER})${BETWEEN}${LAT}${SAYS}(${NUMBER})`, 'giu')
const QUARTERS =
  /(\d{1,3}(?:\.\d+)?)\s*[°º]?\s?(N|S|north|south)\b\s*[,;/]?\s*(?:and\s+)?(\d{1,3}(?:\.\d+)?)\s*[°º]?\s?(E|W|O|east|west)\b/gi
const MINUTES =
  /(\d{1,3})\s*[°º]\s*(\d{1,2})\s*['′’]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|''))?\s*([NS])\s*[,;/]?\s*(\d{1,3})\s*[°º]\s*(\d{1,2})\s*['′’]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|''))?\s*([EWO])/gi
const GEO = /\bgeo:(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)/gi
const BARE = new RegExp(
  `(?<![\\d.])(${DECIMAL})\\s?[°º]?(?:\\s*[,;/，、]\\s*|\\s+)(${DECIMAL})(?![\\d.]\\d|\\d|\\.\\d)`,
  'gu',
)

/** What stands before two numbers that are no place: versions, prices, days, measures. */
const NO_PLACE_BEFORE =
  /(?:\bv|\bversions?|\bversiones|\brelease|\bfrom|\bbetween|\bpython|\bnode|\bjava|\bphp|\bruby|\bgo|\bpostgres\w*|\bkubernetes|\bubuntu|\bmysql|\bredis|\bsolidity|\bx402|\bios|\bandroid|\bchapters?|\bsections?|\bam|\bvom|\bden|[$€£¥₹])\s*$/iu
const NO_PLACE_AFTER =
  /^\s*(?:%|‰|[$€£¥₹]|(?:usd|usdc|eur|euros?|gbp|chf|dollars?|cents?|percent|prozent|px|ms|kg|km|mb|gb|eth|btc|sol|million|mio|billion|seconds?|hours?|days?|million)\b)/iu

/** Finds pairs of coordinates in a text, in order. Each pattern is linear in it. */
export function coordinatesIn(text: string): Pair[] {
  const found: Pair[] = []
  const add = (lat: number, lon: number, start: number, end: number) => {
    if (Math.abs(lat) > 90 || Math.abs(lon) > 180 || found.some((one) => one.start < end && one.end > start)) return
    found.push({ value: `${pointed(lat)}, ${pointed(lon)}`, start, end })
  }
  for (const form of [NAMED, NAMED_AFTER, REVERSED, GEO])
    for (const { 0: whole, 1: a, 2: b, index } of text.matchAll(form)) {
      const [lat, lon] = form === REVERSED ? [b, a] : [a, b]
      add(numberOf(lat), numberOf(lon), index, index + whole.length)
    }
  for (const { 0: whole, 1: lat, 2: ns, 3: lon, 4: ew, index } of text.matchAll(QUARTERS))
    add(signed(Number(lat), ns), signed(Number(lon), ew), index, index + whole.length)
  for (const [whole, d1, m1, s1, ns, d2, m2, s2, ew] of text.matchAll(MINUTES)) {
    const start = text.indexOf(whole)
    add(signed(inDegrees(d1, m1, s1), ns), signed(inDegrees(d2, m2, s2), ew), start, start + whole.length)
  }
  for (const { 0: whole, 1: lat, 2: lon, index } of text.matchAll(BARE)) {
    const end = index + whole.length
    if (
      NO_PLACE_BEFORE.test(text.slice(Math.max(0, index - 24), index)) ||
      NO_PLACE_AFTER.test(text.slice(end, end + 12))
    )
      continue
    add(numberOf(lat), numberOf(lon), index, end)
  }
  return found.toSorted((a, b) => a.start - b.start)
}

const numberOf = (text = '') => Number(text.replace('−', '-'))
const signed = (value: number, quarter = '') => (/^[sw]/i.test(quarter) ? -value : value)
const inDegrees = (degrees = '0', minutes = '0', seconds = '0') =>
  Math.round((Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3_600) * 10_000) / 10_000
const pointed = (value: number) => (Number.isInteger(value) ? value.toFixed(1) : String(value))
