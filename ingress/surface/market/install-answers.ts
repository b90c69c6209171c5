import { z } from 'zod'

const file = { sha256: z.string(), bytes: z.int() }
const named = {
  listing_id: z.string(),
  version: z.int(),
  target_runtime: z.string(),
  target_environment: z.string(),
}

export const ManifestAnswer = z.object({
  schema_version: z.literal('1.0'),
  listing_id: z.string(),
  version: z.int(),
  kind: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  seller: z.object({ id: z.string(), username: z.string() }),
  entry: z.string().nullable(),
  files: z.array(z.object({ path: z.string(), ...file })),
  permissions: z.array(z.string()).describe('tools a skill says it uses'),
  runtimes: z.array(z.string()),
  license: z.object({ id: z.string(), spdx: z.string().nullable() }),
  install: z.object({ url: z.string(), query: z.array(z.string()) }),
  signature: z.object({
    alg: z.literal('Ed25519'),
    key_id: z.string(),
    key_url: z.string(),
    signed_text: z.string().describe('manifest1, a pipe, and the SHA-256 of the RFC 8785 form without signature'),
    value: z.string().describe('base64url'),
  }),
})

export const InstallAnswer = z.object({
  ...named,
  notes: z.array(z.string()),
  steps: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('file'), path: z.string(), file: z.string(), ...file, about: z.string() }),
      z.object({
        kind: z.literal('config'),
        path: z.string(),
        at: z.string().describe('JSON Pointer of the member to add'),
        value: z.record(z.string(), z.unknown()),
        about: z.string(),
      }),
      z.object({ kind: z.literal('command'), command: z.string(), about: z.string() }),
    ]),
  ),
  verify: z.object({ about: z.string(), files: z.array(z.object({ path: z.string(), sha256: z.string() })) }),
  uninstall: z.object({ about: z.string(), paths: z.array(z.string()) }),
})

const planned = { path: z.string(), file: z.string(), ...file }
export const ImportAnswer = z.object({
  ...named,
  on_conflict: z.enum(['skip', 'replace', 'rename']),
  create: z.array(z.object(planned)),
  replace: z.array(z.object({ ...planned, replaces_sha256: z.string().nullable() })),
  skip: z.array(z.object({ path: z.string(), reason: z.enum(['unchanged', 'exists']) })),
  risks: z.array(z.object({ id: z.string(), message: z.string(), path: z.string().nullable() })),
  requires_confirmation: z.boolean(),
})

export const AppliedAnswer = ImportAnswer.extend({
  import_id: z.string(),
  applied_at: z.string(),
  files: z.array(z.object({ file: z.string(), ...file, format: z.enum(['text', 'markdown']), content: z.string() })),
})
