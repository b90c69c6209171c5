import { type Quantity, quantitiesIn } from './quantities.ts'

const DAY = 86_400_000
/** Units in which a past is told without a number, in milliseconds. */
const UNITS: readonly [number, string][] = [
  [3_600_000, 'hour|stunde|hora|heure|小时|時間'],
  [DAY, 'day|tag(?:es)?|dia|jour|天|日'],
  [7 * DAY, 'we[ae]k|woche|semana|semaine|周|星期|週'],
  [30 * DAY, 'month|monats?|mes|mois|个?月'],
  [365 * DAY, 'year|jahr(?:es)?|ano|annee?|an|年'],
]
const UNIT = UNITS.map(([, words]) => words).join('|')
const LAST =
  'last|past|previous|recent|this|these|current|over the|during the|letzte[nrms]?|vergangene[nrms]?|diese[nrms]?|aktuelle[nrms]?|la ultima|el ultimo|ultim[oa]s?|est[ea]|pasad[oa]|cette|ce|la derniere|le dernier|derniere?s?'
/** "last week", "cette semaine", "la semana pasada", "本周" */
const NAMED = new RegExp(
  `(?<![a-z0-9])(?:${LAST}) (${UNIT})(?![a-z0-9])|(?<![a-z0-9])(${UNIT}) (?:pasad[oa]|dernier|derniere|en cours)(?![a-z])|(?:本|这个?|上个?|最近一?个?|过去一?个?|今|先|一)(周|星期|月|年|週)(?!目)|(?<![a-z])(?:der|des|du|de la|del|of the) (woche|monats|jahres|mois|annee|semaine|semana|mes|ano|we[ae]k|month|year)(?![a-z])`,
  'u',
)
const TODAY =
  /(?<![a-z])(?:today['’]?s?|since yesterday|yesterday['’]?s?|heut(?:e|ige[nrs]?)|gestern|hoy|ayer|aujourd['’]hui|d['’]aujourd['’]hui|depuis hier|overnight)(?![a-z])|今天|今日|昨天|昨日|24 ?h(?![a-z])/u
/** What stands before or after a length of time that is a past. */
const BEFORE =
  /(?:\b(?:last|past|previous|recent|these|within|over|during|inside|in|since|newer than|older than|younger than|not older than|from|of|max|letzten?|letzter|vergangenen|binnen|innerhalb|seit|alter als|aus|ultim[oa]s|en|desde hace|hace|mas de|antiguas? de|dernier(?:e?s)?|depuis|ces|en|plus de|moins de|vieux de|sur|dans)(?: the| den| der| de| les| los| las| an?| als| only| full)*|最近(?:的)?|过去(?:的)?|近|直近|過去)\s*$/u
const AFTER = /^\s*(?:old|ago|back|alt|zuruck|atras|antes|内|以内|之内|来|前|以来|のうち)/u

/** How far back a text looks ("the last three days", "this week", "heute"), in milliseconds. */
export function pastIn(text: string, quantities: readonly Quantity[] = quantitiesIn(text)): number | undefined {
  const told = quantities.find(
    ({ dimension, before, after }) => dimension === 'time' && (BEFORE.test(before) || AFTER.test(after)),
  )
  if (told !== undefined) return told.value
  const named = NAMED.exec(text)
  const unit = named?.slice(1).find((part) => part !== undefined)
  if (unit !== undefined) return unitOf(unit)
  return TODAY.test(text) ? DAY : undefined
}

const unitOf = (word: string) => UNITS.find(([, words]) => new RegExp(`^(?:${words})$`, 'u').test(word))?.[0]

const PER = new RegExp(
  `(?:(?<![a-z])(?:per|each|every|an?|pro|je|jeden?|jede|por|cada|par|chaque)|\\/)\\s?(second|s|sekunde|segundo|seconde|minute|min|minuto|${UNIT}|h|d)(?![a-z0-9])|(?:每|毎)个?(秒|分|小时|時間|天|日|周|週|月)`,
  'u',
)
const DAILY: readonly [RegExp, number][] = [
  [/(?<![a-z])(?:hourly|stundlich)(?![a-z])/u, 3_600_000],
  [/(?<![a-z])(?:daily|taglich\w*|diari[oa]s?|quotidien\w*|al dia)(?![a-z])/u, DAY],
  [/(?<![a-z])(?:weekly|wochentlich\w*|semanal\w*|hebdomadaire\w*)(?![a-z])/u, 7 * DAY],
  [/(?<![a-z])(?:monthly|monatlich\w*|mensual\w*|mensuel\w*)(?![a-z])/u, 30 * DAY],
]
const OF_PERIOD =
  /(?:\b(?:per|each|every|in|within|over|pro|in|je|alle|por|cada|par|toutes les|chaque|en)|每|毎)\s*(?:any )?$/u

/** The period of a rate ("per minute", "every ten seconds", "täglich"), in milliseconds. */
export function periodIn(text: string, quantities: readonly Quantity[] = quantitiesIn(text)): number | undefined {
  const several = quantities.find(({ dimension, before }) => dimension === 'time' && OF_PERIOD.test(before))
  if (several !== undefined) return several.value
  const per = PER.exec(text)
  const unit = per?.[1] ?? per?.[2]
  if (unit === undefined) return DAILY.find(([pattern]) => pattern.test(text))?.[1]
  if (/^(?:s|sec|seg|sek|秒)/.test(unit) && !unit.startsWith('sem')) return 1_000
  return /^(?:min|分)/.test(unit) ? 60_000 : unit === 'h' ? 3_600_000 : unit === 'd' ? DAY : unitOf(unit)
}
