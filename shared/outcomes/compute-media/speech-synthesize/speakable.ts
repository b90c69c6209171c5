/** Tags of SSML that may stand in a text; all of them only say how to read what is between them. */
const ALLOWED = new Set(['speak', 'p', 's', 'break', 'emphasis', 'say-as', 'sub', 'prosody', 'lang'])
const EMPTY = new Set(['break'])
const TAG = /<(\/?)([A-Za-z][\w:-]{0,30})((?:\s+[\w:-]{1,40}="[^"<>]{0,200}")*)\s*(\/?)>/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What is wrong with a text that uses SSML; null for a plain text or sound SSML. */
export function ssmlProblem(text: string): string | null {
  if (!/^\s*<speak[\s>]/.test(text)) return null
  const open: string[] = []
  for (const [, close, name = '', , self] of text.matchAll(TAG)) {
    if (!ALLOWED.has(name)) return `the tag <${name}> is not allowed`
    if (close === '/') {
      if (open.pop() !== name) return `</${name}> closes what is not open`
    } else if (self !== '/' && !EMPTY.has(name)) open.push(name)
  }
  if (open.length > 0) return `<${open.at(-1) ?? ''}> is not closed`
  return /[<>]/.test(text.replaceAll(TAG, '')) ? 'a tag is not well-formed' : null
}

const CURRENCIES: Readonly<Record<string, readonly [string, string]>> = {
  $: ['dollar', 'dollars'],
  '€': ['euro', 'euros'],
  '£': ['pound', 'pounds'],
}

/**
 * A text as it is read aloud: SSML becomes its words (`sub` its alias, `break` a comma), and in English amounts and
 * percentages are written out. Other languages are left to the voice, which knows them better.
 */
export function speakable(text: string, language: string): string {
  const plain = /^\s*<speak[\s>]/.test(text) ? wordsOf(text) : text
  if (language !== 'en') return plain
  return plain
    .replaceAll(
      /([$€£])\s?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?(?![\d.,]*\d)(?:\s(thousand|million|billion|trillion)\b)?/g,
      amountInWords,
    )
    .replaceAll(/(\d)\s?%/g, '$1 percent')
}

function amountInWords(
  _: string,
  sign: string,
  whole: string,
  cents: string | undefined,
  scale: string | undefined,
): string {
  const [one, many] = CURRENCIES[sign] ?? ['', '']
  const number = whole.replaceAll(',', '')
  if (scale !== undefined) return `${number}${cents === undefined ? '' : `.${cents}`} ${scale} ${many}`
  const rest =
    cents === undefined || cents === '00'
      ? ''
      : ` and ${Number(cents)} ${sign === '£' ? 'pence' : cents === '01' ? 'cent' : 'cents'}`
  return `${number} ${number === '1' ? one : many}${rest}`
}

const wordsOf = (ssml: string) =>
  ssml
    .replaceAll(/<sub\s+alias="([^"<>]{0,200})"\s*>[^<]*<\/sub>/g, '$1')
    .replaceAll(/<break[^<>]*\/?>/g, ', ')
    .replaceAll(/<\/(?:p|s)>/g, ' ')
    .replaceAll(TAG, '')
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
