import { objectOr, type ToolLike } from '#shared/engines/capability/tool-like.ts'

/** What a changed definition now means beside the old one: `grave` is new power over data, `notable` anything to read. */
export type MeaningChange = { grave: string[]; notable: string[] }

/** Words that carry data out, and where to. */
const carries =
  /\b(?:sends?|forwards?|posts?|uploads?|transmits?|copies|mirrors?|streams?|relays?|ships?|reports?|shares?|syncs?|pushes|exports?|e-?mails?|logs?|stores?|records?|submits?|archives?|duplicates?|publish(?:es)?)\b[^.!?\n]{0,80}\b(?:to|at|via|with|into|on)\b/gi
const outside =
  /\bhttps?:\/\/[^\s"'<>)]{3,200}|\b[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,12}\b|\b(?:external|remote|outside|third[- ]party|vendor|partner|analytics|telemetry|audit|backup|central|another|our) (?:server|service|host|endpoint|system|api|log|bucket|collector|party|address|company|site|address|store)s?\b/gi

/** A limit of a parameter whose loss lets more through. */
const limits = ['enum', 'pattern', 'maximum', 'maxLength', 'maxItems', 'const', 'format'] as const

export function changeOfMeaning(old: ToolLike, now: ToolLike): MeaningChange {
  const [before, after] = [textOf(old), textOf(now)]
  const grave: string[] = []
  const notable: string[] = []
  const isNew = (pattern: RegExp) => {
    const known = new Set(before.match(pattern)?.map((hit) => hit.toLowerCase()))
    return (after.match(pattern) ?? []).find((hit) => !known.has(hit.toLowerCase()))
  }
  const goal = isNew(outside)
  const carried = isNew(carries)
  if (goal !== undefined && carried !== undefined) grave.push(`now carries data out: ${carried} ${goal}`)
  else if (goal !== undefined) notable.push(`now names ${goal}`)
  else if (carried !== undefined) notable.push(`now ${carried.toLowerCase()} something`)
  notable.push(...weakerHints(old, now), ...widerInput(old, now))
  if (wordsKept(old.description ?? '', now.description ?? '') < 0.5) notable.push('most of the description is new')
  return { grave, notable }
}

const textOf = ({ title, description, inputSchema }: ToolLike) =>
  `${title ?? ''}\n${description ?? ''}\n${JSON.stringify(inputSchema ?? {})}`

/** Hints that promised less harm than they do now; a missing hint has the specification's default. */
function weakerHints({ annotations: old = {} }: ToolLike, { annotations: now = {} }: ToolLike): string[] {
  const promises = [
    ['readOnlyHint', true],
    ['destructiveHint', false],
    ['openWorldHint', false],
    ['idempotentHint', true],
  ] as const
  return promises
    .filter(([hint, safe]) => old[hint] === safe && now[hint] !== safe)
    .map(([hint, safe]) => `${hint} is no longer ${String(safe)}`)
}

/** Parameters that are new, or that take more than they did. */
function widerInput(old: ToolLike, now: ToolLike): string[] {
  const properties = ({ inputSchema }: ToolLike) => objectOr(objectOr(inputSchema)['properties'])
  const [before, after] = [properties(old), properties(now)]
  return Object.entries(after).flatMap(([name, schema]) => {
    const was = Object.hasOwn(before, name) ? objectOr(before[name]) : null
    if (was === null) return [`the parameter ${name.slice(0, 60)} is new`]
    const lost = limits.filter((limit) => limit in was && !(limit in objectOr(schema)))
    return lost.length > 0 ? [`the parameter ${name.slice(0, 60)} lost its ${lost.join(', ')}`] : []
  })
}

/** The share of the old description's words that the new one still has. */
function wordsKept(before: string, after: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu))
  const [old, now] = [words(before), words(after)]
  return old.size === 0 ? 1 : [...old].filter((word) => now.has(word)).length / old.size
}
