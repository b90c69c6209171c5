import type { SourceType } from '../listings/source-types.ts'

/**
 * What takes a seller's text apart. A hostile text keeps each of these busy for seconds, so they run in threads only
 * (text-threads.ts). Their code is loaded with their first use.
 */
export const textJobs = {
  /** A pasted source as a draft. Throws 422 for a source that is not what it is said to be. */
  ingest: async ({ type, content }: { type: SourceType; content: string }) => {
    const { ingestSource } = await import('../listings/ingest-source.ts')
    return ingestSource(type, content)
  },
  /** The kinds of credentials that surely stand in a text. */
  findSecretKinds: async (text: string) => {
    const { findSecrets } = await import('#shared/engines/secrets/find-secrets.ts')
    const found = findSecrets(text, { maxFindings: 20 }).filter(({ confidence }) => confidence === 'high')
    return [...new Set(found.map(({ rule_id }) => rule_id))]
  },
  /** The tools a skill says it uses, in its front matter. */
  readPermissions: async (text: string) => {
    const { readManifest } = await import('#shared/engines/skill/read-manifest.ts')
    return readManifest(text).allowed_tools
  },
  /** A markdown text as HTML that may stand on any page. */
  renderMarkdown: async (text: string) => {
    const { renderMarkdown } = await import('../listings/render-markdown.ts')
    return renderMarkdown(text)
  },
}

export type TextJobs = typeof textJobs
export type TextJobName = keyof TextJobs
export type TextJobInput<Name extends TextJobName> = Parameters<TextJobs[Name]>[0]
export type TextJobOutput<Name extends TextJobName> = Awaited<ReturnType<TextJobs[Name]>>
