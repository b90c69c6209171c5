import { objectOr, textOr } from '../capability/tool-like.ts'
import { readYaml } from '../yaml/read-yaml.ts'
import type { SkillVerdict } from './skill-verdict.ts'

export type Manifest = SkillVerdict['manifest'] & { body: string; isPresent: boolean }

const empty = { name: null, description: null, allowed_tools: [], license: null }
/** Deeper or longer front matter is nobody's. */
const MAX_CHARS = 20_000

/**
 * Reads the front matter of a SKILL.md and checks it against the Agent Skills specification. Problems are reported,
 * never thrown.
 */
export function readManifest(text: string): Manifest {
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const match = /^---[ \t]*\n([^]*?)\n---[ \t]*(?:\n|$)/.exec(plain.slice(0, MAX_CHARS))
  if (match === null)
    return {
      ...empty,
      errors: ['The file has no YAML front matter between two lines of ---.'],
      body: plain,
      isPresent: false,
    }
  const body = plain.slice(match[0].length)
  let fields: Record<string, unknown>
  try {
    fields = objectOr(readYaml(match[1] ?? '', { maxAliasCount: 20 }))
  } catch {
    return { ...empty, errors: ['The front matter is not YAML.'], body, isPresent: true }
  }
  const name = textOr(fields['name']) ?? null
  const description = textOr(fields['description']) ?? null
  const tools = fields['allowed-tools'] ?? fields['allowed_tools'] ?? fields['tools']
  return {
    name,
    description,
    allowed_tools: toolsIn(tools),
    license: textOr(fields['license']) ?? null,
    errors: errorsIn(fields, name, description),
    body,
    isPresent: true,
  }
}

/** A list, or a text with blanks or commas between tools; `Bash(git:*)` is one tool. */
const toolsIn = (tools: unknown): string[] =>
  (Array.isArray(tools)
    ? tools.filter((tool) => typeof tool === 'string')
    : typeof tools === 'string'
      ? (tools.match(/[\w.:*-]+(?:\([^)]{0,200}\))?/g) ?? [])
      : []
  ).slice(0, 200)

function errorsIn(fields: Record<string, unknown>, name: string | null, description: string | null): string[] {
  const errors: string[] = []
  if (Object.keys(fields).length === 0) errors.push('The front matter is empty or no mapping.')
  if (name === null || name.trim() === '') errors.push('name is missing.')
  else {
    if (name.length > 64) errors.push('name is over 64 characters.')
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))
      errors.push('name is not lower-case letters, digits and single hyphens.')
  }
  if (description === null || description.trim() === '') errors.push('description is missing.')
  else {
    if (description.length > 1_024) errors.push('description is over 1,024 characters.')
    if (/<\/?[a-z][^>]{0,80}>/i.test(description)) errors.push('description holds XML tags.')
  }
  const compatibility = textOr(fields['compatibility'])
  if (compatibility !== undefined && compatibility.length > 500) errors.push('compatibility is over 500 characters.')
  return errors
}
