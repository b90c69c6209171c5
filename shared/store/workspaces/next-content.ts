import { applyPatch } from '#shared/engines/json/apply-patch.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import type { FileToWrite } from '#shared/doors/workspaces.ts'

import { append, type Content, fromStored, type StoredContent, toStored } from '../stored-content.ts'
import type { FoundFile } from './find-file.ts'

/** Maximum bytes of one version of a file. */
const MAX_FILE_BYTES = 1_048_576

type ContentChange = Extract<FileToWrite, { op: 'put' | 'append' | 'json_patch' }>

/**
 * Computes the content of a file after a change; `live` is null when there is no file. Throws 409 `test_failed`, 422
 * for a change that does not fit the content, and 413 for a result that is too large.
 */
export function nextContent(live: FoundFile | null, change: ContentChange): StoredContent {
  const stored = toStored(contentOf(live, change))
  if (stored.bytes <= MAX_FILE_BYTES) return stored
  throw new Refusal('quota_exceeded', `A file holds at most ${MAX_FILE_BYTES} bytes; this would be ${stored.bytes}.`, {
    fix: { action: 'Split it into several files.' },
  })
}

function contentOf(live: FoundFile | null, change: ContentChange): Content {
  const before = { text: live?.version.content ?? '', isJson: live?.version.isJson ?? false }
  if (change.op !== 'json_patch') {
    return change.op === 'put' || live === null ? change.content : append(before, change.content)
  }
  const patched = applyPatch(jsonOf(before), change.patch)
  if ('value' in patched) {
    if (typeof patched.value === 'object' && patched.value !== null) {
      // Safe: a JSON object or array, which is what contents are.
      return patched.value as Content
    }
    throw invalidFields({ path: ['patch'], msg: 'Value error, the patch leaves neither an object nor an array' })
  }
  const { index, kind, message } = patched.problem
  if (kind === 'impossible') throw invalidFields({ path: ['patch', index], msg: `Value error, ${message}` })
  throw new Refusal('test_failed', `Test ${index} of the patch failed; nothing was written or charged.`, {
    detail: message,
    fix: { action: 'Read the file again and make the patch from what it says now.' },
    extra: { failed_operation: index, conflict: conflictOf(live) },
  })
}

function jsonOf(stored: Pick<StoredContent, 'text' | 'isJson'>): unknown {
  if (stored.isJson) return fromStored(stored)
  try {
    const value: unknown = JSON.parse(stored.text)
    return value
  } catch {
    throw invalidFields({ path: ['op'], msg: 'Value error, the file is not JSON, so it cannot be patched' })
  }
}

/** The current state of a file, as a 409 shows it. */
export const conflictOf = (live: FoundFile | null) =>
  live === null
    ? { current_version: 0, sha256: null, last_author: null, last_at: null }
    : {
        current_version: live.file.version,
        sha256: live.file.sha256,
        last_author: live.file.agentId ?? null,
        last_at: live.file.updatedAt.toISOString(),
      }
