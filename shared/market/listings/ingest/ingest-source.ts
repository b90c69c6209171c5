import { findSecrets } from '#shared/engines/secrets/find-secrets.ts'
import { readManifest } from '#shared/engines/skill/read-manifest.ts'
import { invalidFields } from '#shared/errors.ts'

import { type FoundDraft, type ListingDraft, normalizeDraft } from './normalize-draft.ts'
import { readMcpSource } from './read-mcp-source.ts'
import { readOpenapiSource } from './read-openapi-source.ts'
import type { SourceType } from './source-types.ts'

export type Ingested = {
  draft: ListingDraft
  warnings: string[]
  detected: {
    kind: string
    runtime: string
    license: string | null
    secrets_found: { type: string; preview: string }[]
  }
}

const RUNTIMES: Record<SourceType, string> = {
  text: 'generic',
  markdown: 'generic',
  skill_md: 'claude-code',
  mcp_server_json: 'generic-mcp',
  openapi: 'generic',
}

/**
 * Turns a pasted source into a draft for POST /api/listings; saves and fetches nothing. What is for sale goes into
 * `content`, never into the public description. Throws 422 for a source that is not of its stated type.
 * Hostile sources take seconds, so this runs in worker threads (texts/text-jobs.ts).
 */
export function ingestSource(type: SourceType, content: string): Ingested {
  const { found, notes } = read(type, content)
  const { draft, warnings } = normalizeDraft(found, content)
  const secrets = findSecrets(content, { maxFindings: 20 }).filter(({ confidence }) => confidence !== 'low')
  if (secrets.length > 0) {
    warnings.unshift(
      'The source holds what looks like a credential: take it out and revoke it. It was left out of the draft.',
    )
    delete draft.content
    for (const name of ['title', 'summary', 'description'] as const)
      if (findSecrets(draft[name] ?? '', { maxFindings: 1 }).length > 0)
        draft[name] = name === 'title' ? 'Untitled' : ''
    if (draft.summary === '') delete draft.summary
  }
  return {
    draft,
    warnings: [...notes, ...warnings],
    detected: {
      kind: draft.listing_kind,
      runtime: RUNTIMES[type],
      license: found.license ?? null,
      secrets_found: secrets.map(({ rule_id, preview }) => ({ type: rule_id, preview })),
    },
  }
}

function read(type: SourceType, content: string): { found: FoundDraft; notes: string[] } {
  switch (type) {
    case 'skill_md':
      return readSkill(content)
    case 'mcp_server_json':
      return { found: readMcpSource(jsonOf(content)), notes: [] }
    case 'openapi':
      return { found: readOpenapiSource(content), notes: [] }
    case 'text':
    case 'markdown':
      return { found: readText(content), notes: [] }
  }
}

/** The first heading or line is the title, the first paragraph the summary. */
function readText(content: string): FoundDraft {
  const lines = content.split(/\r?\n/)
  const heading = lines.find((line) => /^#{1,6}\s+\S/.test(line)) ?? lines.find((line) => line.trim() !== '') ?? ''
  const paragraph = content
    .split(/\r?\n\s*\r?\n/)
    .map((part) => part.trim())
    .find((part) => part !== '' && !part.startsWith('#') && part !== heading.trim())
  return { kind: 'content', title: plain(heading), summary: plain(paragraph ?? ''), description: content }
}

/** Reads a SKILL.md: its front matter is public and the rest is for sale. The description lists its headings. */
function readSkill(content: string): { found: FoundDraft; notes: string[] } {
  const skill = readManifest(content)
  if (!skill.isPresent)
    throw invalidFields({ path: ['content'], msg: `Value error, ${skill.errors[0] ?? 'no SKILL.md'}` })
  const headings = skill.body.match(/^#{1,3}\s+\S.{0,120}$/gm) ?? []
  const inside = headings.slice(0, 30).map((heading) => `- ${plain(heading)}`)
  const name = skill.name ?? ''
  return {
    notes: skill.errors,
    found: {
      kind: 'skill',
      title: name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase()),
      summary: skill.description ?? undefined,
      description: [
        skill.description ?? '',
        inside.length === 0 ? '' : ['## What is inside', ...inside].join('\n'),
      ].join('\n\n'),
      tags: name.split('-').filter((word) => word.length > 2),
      license: skill.license ?? undefined,
      delivery: content,
    },
  }
}

const plain = (text: string) =>
  text
    .replace(/^#{1,6}\s+/, '')
    .replaceAll(/[*_`]/g, '')
    .trim()

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw invalidFields({ path: ['content'], type: 'json_invalid', msg: 'JSON decode error' })
  }
}
