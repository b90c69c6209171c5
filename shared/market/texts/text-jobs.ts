import type { SourceType } from '../listings/ingest/source-types.ts'

/**
 * Jobs that parse a seller's text. A hostile text keeps each of them busy for seconds, so they run only in worker
 * threads (text-threads.ts). Each entry loads the code of its job and returns the job, so that loading does not count
 * against the job's time.
 */
export const textJobs = {
  /** Turns a pasted source into a draft. Throws 422 for a source that is not of its stated type. */
  ingest: async () => {
    const { ingestSource } = await import('../listings/ingest/ingest-source.ts')
    return ({ type, content }: { type: SourceType; content: string }) => ingestSource(type, content)
  },
  /** Checks the schemas and examples of a seller's endpoint. Throws 422 for what cannot be used. */
  readSchemas: async () => (await import('../endpoints/read-schemas.ts')).readSchemas,
  /** Finds the kinds of credentials in a text, those of high confidence only. */
  findSecretKinds: async () => {
    const { findSecrets } = await import('#shared/engines/secrets/find-secrets.ts')
    return (text: string) => {
      const found = findSecrets(text, { maxFindings: 20 }).filter(({ confidence }) => confidence === 'high')
      return [...new Set(found.map(({ rule_id }) => rule_id))]
    }
  },
  /** Reads the tools that a skill declares in its front matter. */
  readPermissions: async () => {
    const { readManifest } = await import('#shared/engines/skill/read-manifest.ts')
    return (text: string) => readManifest(text).allowed_tools
  },
  /** Renders markdown as HTML that is safe on any page. */
  renderMarkdown: async () => (await import('../listings/manifest/render-markdown.ts')).renderMarkdown,
}

type Job<Name extends TextJobName> = Awaited<ReturnType<(typeof textJobs)[Name]>>
export type TextJobName = keyof typeof textJobs
export type TextJobInput<Name extends TextJobName> = Parameters<Job<Name>>[0]
export type TextJobOutput<Name extends TextJobName> = ReturnType<Job<Name>>
