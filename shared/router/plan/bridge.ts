import type { FieldType } from '#shared/outcomes/semantic-types.ts'

import type { Tool } from '../tool.ts'
import { type Bound, type Draft, isText, isWritten, type Provided, Reference, type Wanted } from './draft.ts'

/**
 * Outcomes that turn a value of one type into one of another and change nothing else, in the order in which they are
 * tried: a plan may hold one that the goal does not name.
 */
export const CARRIERS: readonly { slug: string; of: FieldType; to: readonly FieldType[] }[] = [
  { slug: 'pdf-extract', of: 'pdf-url', to: ['text', 'markdown'] },
  { slug: 'audio-transcribe', of: 'audio-url', to: ['text'] },
  { slug: 'image-ocr', of: 'image-url', to: ['text'] },
  { slug: 'geocode-us', of: 'us-address', to: ['latitude', 'longitude'] },
  { slug: 'ip-geo', of: 'ip', to: ['latitude', 'longitude', 'timezone'] },
  { slug: 'dns-lookup', of: 'domain', to: ['ip'] },
  { slug: 'notepad-read', of: 'note-id', to: ['text'] },
  { slug: 'workspace-read', of: 'workspace-id', to: ['text'] },
  { slug: 'page-markdown', of: 'url', to: ['text', 'markdown', 'skill-markdown'] },
  { slug: 'regex-test', of: 'url', to: ['email'] },
]

const MACHINE =
  /\b(?:server|host(?:s|ed|name)?|machine|box|node|instance|data ?cent(?:re|er)|edge|rechenzentrum|maschine|servidor|maquina|serveur|machine)\b|服务器|主机|サーバー/i

const DEPTH = 3
/** Finds a value by way of a carrier: one that is in the plan already, or one more step. */
export function bridge(
  { type, known, before, tools, depth, tool: asking }: Wanted,
  bindCarrier: (tool: Tool) => Bound,
): Provided | null {
  if (depth >= DEPTH) return null
  for (const { slug, of, to } of CARRIERS) {
    const tool = tools.get(slug)
    if (
      tool === undefined ||
      // What is written into a place is not read out of it.
      (asking.writes && (of === 'workspace-id' || of === 'note-id')) ||
      !to.includes(isWritten(type) || (isText(type) && type !== 'skill-markdown') ? 'text' : type) ||
      !isAtHand(of, slug)
    )
      continue
    const there = before.find((step) => step.tool.slug === slug)
    const path = pathFor(type, tool)
    if (path === undefined) continue
    if (there !== undefined) return { value: new Reference(there, path), before: [] }
    const bound = bindCarrier(tool)
    if (bound.missing.length > 0) continue
    const step: Draft = {
      tool,
      stage: 1,
      inputs: bound.inputs,
      isAsked: false,
      score: 0.6,
      reason: `It is what turns ${nameOf(of)} into ${nameOf(type)}`,
    }
    return { value: new Reference(step, path), before: [...bound.before, step] }
  }
  return null

  function isAtHand(of: FieldType, slug: string): boolean {
    if (slug === 'dns-lookup') return known.has('domain') || known.has('url')
    if (slug === 'page-markdown' || slug === 'regex-test') return known.has('url') && !known.has('pdf-url')
    // The machine behind a name has an address of its own.
    if (of === 'ip' && !known.has('ip')) return known.has('domain') && MACHINE.test(known.goal)
    return known.has(of)
  }
}

function pathFor(type: FieldType, { gives }: Tool): string | undefined {
  const wanted: readonly string[] =
    isText(type) || isWritten(type) ? ['text', 'markdown'] : type === 'email' ? ['regex-match'] : [type]
  return Object.entries(gives).find(([, given]) => wanted.includes(given))?.[0]
}

const nameOf = (type: string) =>
  type.replaceAll('-', ' ').replaceAll(/\b(?:url|ip|pdf|us)\b/g, (word) => word.toUpperCase())
