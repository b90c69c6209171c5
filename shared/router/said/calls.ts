import { quantitiesIn } from '../values/quantities.ts'
import type { Part } from './parts.ts'
import { own, type Way } from './ways.ts'

const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)+'
/** "40x page-markdown", "three calls of web-search" */
const TIMES = new RegExp(
  `^\\s?(?:(?:calls?|runs?|times|aufrufe|llamadas|appels|mal|veces|fois|回|次) ?(?:of|to|von|de|a|d['’])? ?)?(?:the )?(${SLUG}|[a-z]{5,})(?![a-z0-9-])`,
  'u',
)
/** "screenshot forty times" */
const NAMED_BEFORE = new RegExp(`(?<![\\w/.-])(${SLUG}|[a-z]{6,})\\s*$`, 'u')
const SLUGS = new RegExp(`(?<![\\w/.-])${SLUG}(?![\\w/-]|\\.\\w)`, 'gu')

/** The calls that a goal plans, by slug and number. */
export const plannedCalls: Way = own('calls', ({ text }: Part) => {
  const counted = quantitiesIn(text).flatMap(({ value, dimension, before, after, start, end }) => {
    const name = dimension === null || dimension === 'times' ? TIMES.exec(after) : null
    const behind = name === null && dimension === 'times' ? NAMED_BEFORE.exec(before)?.[1] : undefined
    if (behind !== undefined && Number.isInteger(value)) return [{ slug: behind, qty: value, start, end }]
    const isTold =
      dimension === 'times' ||
      name?.[1]?.includes('-') === true ||
      /calls|runs|aufrufe|llamadas|appels/.test(name?.[0] ?? '')
    return name?.[1] !== undefined && isTold && Number.isInteger(value)
      ? [{ slug: name[1], qty: value, start, end }]
      : []
  })
  if (counted.length > 0) return counted.map(({ slug, qty }) => ({ slug, qty }))
  const named = [...new Set(text.match(SLUGS) ?? [])].filter(
    (name) => !/\d$/.test(name) && !/^(?:pre|re|non|x|e|self|up|follow)-/.test(name),
  )
  return named.length < 2 ? undefined : named
})
