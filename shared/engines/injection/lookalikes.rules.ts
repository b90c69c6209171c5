/** Pairs of a letter that looks Latin and the Latin letter it looks like. Read only in words that mix scripts. */
const pairs =
  'аa бb сc ԁd еe ѐe ёe һh іi їi јj ԛq ѕs уy хx оo рp ԝw ѵv ԍg кk мm нh тt вb гr иu пn лn ' +
  'αa βb γy δd εe ζz ηn ιi κk λl μu νv οo ρp σo τt υu χx ωw ϲc ϳj ' +
  'ɑa ɡg ɩi ɪi ʟl ɴn ʀr ʏy ᴀa ʙb ᴄc ᴅd ᴇe ғf ɢg ʜh ᴊj ᴋk ᴍm ᴏo ᴘp ǫq ꜱs ᴛt ᴜu ᴠv ᴡw ᴢz ' +
  'ոn սu օo հh յj քp ցg եe ԼL ' +
  'ꓮa ꓐb ꓚc ꓓd ꓰe ꓝf ꓖg ꓧh ꓲi ꓙj ꓗk ꓡl ꓟm ꓠn ꓳo ꓑp ꓣr ꓢs ꓔt ꓴu ꓦv ꓪw ꓫx ꓬy ꓜz ' +
  'ⅼl ℓl ℮e ∂d ⍺a ⍳i ⍴p ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎥI ᎫJ ᏦK ᏞL ᎷM ᎾO ᏢP ᏒR ᏚS ᎢT ᏙV ᏔW ᎩY ᏃZ'

/** Latin letters that Unicode does not take apart, by what a reader takes them for. */
const plainForms: readonly [string, string][] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['þ', 'th'],
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u201a', "'"],
  ['\u2032', "'"],
  ['\u00b4', "'"],
  ['\u201c', '"'],
  ['\u201d', '"'],
  ['\u201e', '"'],
  ['\u00ab', '"'],
  ['\u00bb', '"'],
  ['\u2010', '-'],
  ['\u2011', '-'],
  ['\u2012', '-'],
  ['\u2013', '-'],
  ['\u2014', '-'],
  ['\u2212', '-'],
  // Arabic letters that are written with or without their sign.
  ['\u0622', '\u0627'],
  ['\u0623', '\u0627'],
  ['\u0625', '\u0627'],
  ['\u0649', '\u064a'],
  ['\u0640', ''],
]

export const lookalikes: ReadonlyMap<string, string> = new Map(
  pairs.split(' ').map((pair) => {
    const [letter = '', latin = ''] = [...pair]
    return [letter, latin.toLowerCase()]
  }),
)

export const plainForm: ReadonlyMap<string, string> = new Map(plainForms)
