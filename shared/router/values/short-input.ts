import type { Known } from './known.ts'

const LONGEST = 80

/** Types without a form of their own that a short input may be, and whether it has to be one word. */
const MAY_BE: Readonly<Record<string, 'word' | 'words'>> = {
  subject: 'words',
  claim: 'words',
  title: 'words',
  topic: 'words',
  query: 'words',
  need: 'words',
  name: 'words',
  tag: 'word',
  key: 'word',
  slug: 'word',
  path: 'word',
  'note-key': 'word',
  'agent-id': 'word',
  action: 'words',
  word: 'word',
  company: 'words',
}

/**
 * The input as the value of the one field that is still missing: a short line that no other field takes can hardly be
 * anything else.
 */
export function shortInput(
  { input: { text, json } }: Known,
  type: string,
  inputs: Readonly<Record<string, unknown>>,
): string | undefined {
  const line = text.trim()
  const kind = MAY_BE[type]
  if (kind === undefined || line === '' || line.length > LONGEST || /\n/.test(line) || json !== undefined)
    return undefined
  if (kind === 'word' && /\s/.test(line)) return undefined
  const isTaken = Object.values(inputs).some(
    (value) => value === '$input' || (typeof value === 'string' && value.length > 2 && line.includes(value)),
  )
  return isTaken ? undefined : '$input'
}
