import { findWords } from './patterns.ts'
import { choice, own, unless, type Way } from './ways.ts'

const DUPLICATES =
  '(?:de-?)?duplicat\\w*|dupes?|repeated (?:rows?|lines?|entr(?:y|ies)|records?)|(?:rows?|lines?|entries|records) (?:that )?(?:(?:are|is) )?(?:repeated|twice|doubled)|same (?:row|line) twice|doppelte\\w*(?: zeilen?)?|duplikat\\w*|filas? (?:duplicad|repetid)as?|duplicad[oa]s|lignes? (?:en double|repetees?)|doublons?|重复(?:的)?(?:行|记录)?|重複(?:行|した行)?'
const KEPT =
  '(?:keep\\w*|leav\\w*|preserv\\w*|behalt\\w*|conserv\\w*|gard\\w*) (?:the |all |any |die |alle |los |las |les )*(?:duplicat\\w*|repeated|doppelte\\w*|duplikat\\w*|doublons?)'

/** How each option of a cleaning of tables is said. */
const OPTIONS: Readonly<Record<string, Way>> = {
  // "No duplicates" and "duplicates out" say the same as "drop them".
  drop_duplicate_rows: own('duplicates', ({ text }) => {
    if (findWords(KEPT, text) !== null) return false
    return findWords(DUPLICATES, text) === null ? undefined : true
  }),
  drop_empty_rows: unless(
    '(?:empty|blank) (?:rows?|lines?)|leer(?:e[nr]?)? ?zeilen|filas? vacias?|lignes? vides?|空行|空白行',
    '(?:keep|leave|preserve|with) (?:the |all |any )*(?:empty|blank) (?:rows?|lines?)|leerzeilen behalten',
  ),
  trim: unless(
    'trim\\w*|(?:leading|trailing|surrounding) (?:spaces?|white ?space|blanks?)',
    '(?:keep|leave|preserve) (?:the |all |any )*(?:leading |trailing |surrounding )*(?:spaces?|white ?space)',
  ),
  normalize_headers: choice({
    keep: '(?:keep|leave|preserve|don[\\x27’]?t (?:change|touch|rename)) (?:the |my |all )*(?:headers?|headings?|column names?|names of (?:the )?columns)(?: as they are)?|(?:headers?|column names?) as (?:they are|is)|spaltennamen (?:behalten|lassen)|spaltennamen so lassen',
    snake: 'snake[ _-]?case',
  }),
  date_order: choice({
    dmy: 'day[- ](?:before|first|then)(?:[ -]month)?|days? (?:come|stand)s? first|dd?[/.-]mm?[/.-]yy(?:yy)?|tag vor (?:dem )?monat|dia primero|jour d[\\x27’]abord|日が?先',
    mdy: 'month[- ](?:before|first|then)(?:[ -]day)?|mm?[/.-]dd?[/.-]yy(?:yy)?|(?:us|american) dates?|monat vor (?:dem )?tag|mes primero|mois d[\\x27’]abord',
    ymd: 'year[- ](?:before|first|then)|yyyy[/.-]mm[/.-]dd|iso dates?',
  }),
  decimal: choice({
    ',': '(?:decimal )?commas? (?:as|for|in|is|are) (?:the )?decimals?|decimal commas?|commas? decimals?|(?:german|european) (?:numbers|decimals)|dezimalkommas?|komma als dezimal\\w*|coma decimal|virgule decimale',
    '.': 'decimal points?|(?:points?|dots?) (?:as|for|in|is|are) (?:the )?decimals?|(?:point|dot) decimals?|dezimalpunkt\\w*|punto decimal|point decimal',
  }),
}

/** The options that a goal sets for the cleaning of a table. */
export const csvOptions: Way = own('csv options', (part) => {
  const said = Object.entries(OPTIONS).flatMap(([name, way]) => {
    const value = way.read(part, false)
    return value === undefined ? [] : [[name, value] as const]
  })
  return said.length === 0 ? undefined : Object.fromEntries(said)
})
