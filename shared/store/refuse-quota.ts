import { Refusal, type RefusalCode } from '#shared/errors.ts'

import { constraintOf } from './effects.ts'

/** The refusal for each database constraint that a statement can violate. */
const RULES: Record<string, [code: RefusalCode, error: string, fix: string]> = {
  store_owner_notes: [
    'quota_exceeded',
    'You have 10,000 notes, which is the most.',
    'Delete notes (notepad-save with delete: true) or let them expire (ttl_seconds).',
  ],
  store_owner_note_bytes: [
    'quota_exceeded',
    'Your notes hold 100 MB with their kept versions, which is the most.',
    'Delete notes (notepad-save with delete: true) or let them expire (ttl_seconds).',
  ],
  store_owner_workspaces: [
    'quota_exceeded',
    'You have 50 workspaces, which is the most.',
    'Let workspaces expire (ttl_seconds), or use paths inside one.',
  ],
  note_no_public_secret: [
    'secret_detected',
    'A note that holds a secret cannot be public.',
    'Take the secret out, or keep the note private.',
  ],
  workspace_quota: [
    'quota_exceeded',
    'This workspace is full.',
    'Write less: its quota counts all kept versions (the last 50 of each file).',
  ],
  workspace_files: ['quota_exceeded', 'This workspace has 10,000 files, which is the most.', 'Delete files first.'],
}

/** Runs a writing statement. Turns a violated quota into a Refusal (uncharged); other errors stay as they are. */
export async function withinQuota<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  try {
    return await write()
  } catch (error) {
    const rule = RULES[constraintOf(error) ?? '']
    if (rule === undefined) throw error
    const [code, message, action] = rule
    throw new Refusal(code, message, { fix: { action } }, { cause: error })
  }
}
