import type { SourceType } from '../listings/ingest/source-types.ts'

/**
 * What takes a seller's text apart. A hostile text keeps each of these busy for seconds, so they run in threads only
 * (text-threads.ts). Each entry loads the code of its job and gives the job, so that loading counts as no work on a text.
 */
export const textJobs = {
  /** A pasted source as a draft. Throws 422 for a source that is not what it is said to be. */
  ingest: async () => {
    const { ingestSource } = await import('../listings/ingest/ingest-source.ts')
    return ({ type, content }: { type: SourceType; content: string }) => ingestSource(type, content)
  },
  /** The kinds of credentials that surely stand in a text. */
  findSecretKinds: async () => {
    const { findSecrets } = await import('#shared/engines/secrets/find-secrets.ts')
    return (text: string) => {
      const found = findSecrets(text, { maxFindings: 20 }).filter(({ confidence }) => confidence === 'high')
      return [...new Set(found.map(({ rule_id }) => rule_id))]
    }
  },
  /** The tools a skill says it uses, in its front matter. */
  readPermissions: async () => {
    const { readManifest } = await import('#shared/engines/skill/read-manifest.ts')
    return (text: string) => readManifest(text).allowed_tools
  },
  /** A markdown text as HTML that may stand on any page. */
  renderMarkdown: async () => (await import('../listings/manifest/render-markdown.ts')).renderMarkdown,
}

type Job<Name extends TextJobName> = Awaited<ReturnType<(typeof textJobs)[Name]>>
export type TextJobName = keyof typeof textJobs
export type TextJobInput<Name extends TextJobName> = Parameters<Job<Name>>[0]
export type TextJobOutput<Name extends TextJobName> = ReturnType<Job<Name>>
