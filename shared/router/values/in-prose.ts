import type { Value } from './find-values.ts'

/** From so many words around it on, a value stands in a sentence: the input is that text, and not the value. */
const WORDS = 8
/** A value that so few words introduce is named by them. */
const LEAD = 3

const PLACE = String.raw`links?|urls?|address\w*|sites?|websites?|web|pages?|clicks?|articles?|hosts?|domains?|endpoints?|seiten?|enlaces?|pagina|liens?|adresses?|链接|网址|网页|网站|地址|リンク|サイト|ページ|アドレス`
const MONEY = String.raw`address\w*|wallets?|accounts?|tokens?|contracts?|coins?|pay\w*|paid|usdc|adresse|direccion|cartera|portefeuille|钱包|地址|合约|ウォレット|アドレス`

const SEVERAL =
  /\b(?:each|every one|all|both|any|several|these|those|links|urls|addresses|sites|pages|domains|wallets|emails|alle|jede\w*|cada|tod[ao]s|chaque|tous|toutes)\b|每|各|所有|すべて|全部|それぞれ/i

/** By what words a goal speaks of a value that stands in a sentence of the input. */
const SPOKEN_OF: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    url: PLACE,
    'repo-url': `${PLACE}|repo\\w*|library|package|project`,
    'pdf-url': `${PLACE}|pdfs?|papers?|documents?|files?|attachments?`,
    'image-url': `${PLACE}|images?|pictures?|photos?|screenshots?|bild|imagen|foto|图|画像|写真`,
    'audio-url': `${PLACE}|recordings?|audio|voice|podcasts?|episodes?|memos?|aufnahme|grabacion|enregistrement|录音|録音|音声`,
    domain: `${PLACE}|compan\\w+|firms?|senders?|leads?|firma|empresa|entreprise|公司|会社`,
    email: String.raw`e-?mails?|mails?|mailbox|address\w*|contacts?|senders?|leads?|compan\w+|correo|courriel|邮箱|邮件|メール`,
    'base-address': MONEY,
    'solana-address': MONEY,
    'tx-hash': `${MONEY}|transactions?|tx|hash\\w*|transfers?|settle\\w*|交易|取引`,
    'solana-signature': `${MONEY}|transactions?|tx|signatures?|transfers?|交易|取引`,
    ip: `${PLACE}|ips?|servers?|visitors?|machines?`,
    'workspace-id': String.raw`workspaces?|files?|arbeitsbereich|espacio|espace|工作区|ワークスペース`,
    'note-id': String.raw`notes?|notiz|notas?|笔记|メモ`,
    'attestation-id': String.raw`attest\w*|statements?|claims?`,
    'agent-name': String.raw`agents?|bots?|assistants?|agenten?|agentes?|代理|エージェント`,
    jwt: String.raw`tokens?|jwts?|bearer|session`,
    'us-address': String.raw`address\w*|where|map|coordinates?|located?|weather`,
    coordinates: String.raw`where|map|coordinates?|located?|weather|place`,
  }).map(([type, words]) => [
    type,
    new RegExp(
      `(?<![\\p{L}])(?:${words})(?![\\p{L}])|[\\u3040-\\u9fff](?:${words})|(?:${words})[\\u3040-\\u9fff]`,
      'iu',
    ),
  ]),
)

/**
 * The values of an input that it is about: one that stands within a sentence of a text is no wish of anybody, unless the
 * goal speaks of such a thing.
 */
export const outsideProse = (values: readonly Value[], text: string, isJson: boolean, goal: string): Value[] =>
  values.filter((value, index) => {
    const spoken = SPOKEN_OF[value.type]
    if (spoken === undefined || !isInSentence(value, text, isJson)) return true
    const isFirst = !values.slice(0, index).some(({ type, start }) => type === value.type && start !== value.start)
    return spoken.test(goal) && (isFirst || SEVERAL.test(goal))
  })

function isInSentence({ start, end }: Value, text: string, isJson: boolean): boolean {
  const mark = isJson ? '"' : '\n'
  const from = text.lastIndexOf(mark, start - 1) + 1
  const next = text.indexOf(mark, end)
  const before = wordsOf(text.slice(Math.max(from, start - 400), start))
  const after = wordsOf(text.slice(end, Math.min(next === -1 ? text.length : next, end + 400)))
  return before >= LEAD && before + after >= WORDS
}

const wordsOf = (text: string) =>
  (text.replaceAll(/https?:\/\/\S+|0x\w+/g, ' ').match(/\p{L}{2,}/gu) ?? []).reduce(
    (sum, word) => sum + (/[\u3040-\u9FFF]/.test(word) ? word.length / 2 : 1),
    0,
  )
