import { type Digest, type HandoffItem, type Section, SECTIONS, sections } from './handoff-verdict.ts'

/** The digest as Markdown: a section for each that has something, then what nobody said. */
export function renderDigest(digest: Digest): string {
  const parts = sections
    .filter((section) => digest[section].length > 0)
    .map((section) => `## ${SECTIONS[section]}\n${digest[section].map(lineOf).join('\n')}`)
  const missing = missingSections(digest)
  return [...parts, ...(missing.length === 0 ? [] : [`Not said: ${missing.join(', ')}.`])].join('\n\n')
}

export const missingSections = (digest: Digest): string[] =>
  sections.filter((section) => digest[section].length === 0).map((section) => SECTIONS[section])

/** One item; what was extracted says from which message. */
export const lineOf = ({ text, ref }: HandoffItem): string =>
  `- ${text.replace(/\r?\n/g, '\n  ')}${ref === null ? '' : ` [m${ref}]`}`

export function digestOfItems(items: readonly (HandoffItem & { section: Section })[]): Digest {
  const of = (section: Section) =>
    items.filter((item) => item.section === section).map(({ text, source, ref }) => ({ text, source, ref }))
  return {
    goal: of('goal'),
    state: of('state'),
    done: of('done'),
    next: of('next'),
    decisions: of('decisions'),
    constraints: of('constraints'),
    artifacts: of('artifacts'),
    blockers: of('blockers'),
    open_questions: of('open_questions'),
  }
}
