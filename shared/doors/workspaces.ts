import type { NoteContent, Screened, TextFlag } from './notes.ts'

export type WorkspaceRole = 'reader' | 'writer' | 'admin'
/** A workspace by its id (its owner may name it instead), and a member's token when the caller is not its owner. */
export type WorkspaceName = { workspaceId: string; token?: string | undefined }

export type WorkspaceToCreate = {
  name: string
  description?: string | undefined
  members: readonly { agent_id: string; role: WorkspaceRole }[]
  ttlSeconds?: number | undefined
  quotaBytes: number
  ifExists: 'error' | 'return'
}

/** In wire form, because it is stored with the effect. The tokens are added to the first answer only. */
export type CreatedWorkspace = {
  workspace_id: string
  name: string
  created: boolean
  quota: { bytes: number; used: number; files: number }
  expires_at: string | null
}
export type WorkspaceTokens = {
  owner_token: string
  join_tokens: { agent_id: string; role: WorkspaceRole; token: string }[]
}

export type FilePatch = {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  path: string
  from?: string | undefined
  value?: unknown
}

export type FileToWrite = WorkspaceName & {
  path: string
  expectedVersion?: number | undefined
  message?: string | undefined
  agentId?: string | undefined
} & (
    | { op: 'put' | 'append'; content: NoteContent; screened: Screened }
    | { op: 'delete' }
    | { op: 'move'; to: string }
    | { op: 'json_patch'; patch: readonly FilePatch[]; screened: Screened }
  )

/** In wire form. */
export type WrittenFile = {
  path: string
  version: number
  revision: number
  bytes: number
  sha256: string
  unchanged: boolean
  quota: { used: number; bytes: number }
}

export type ReadFile = {
  path: string
  /** As stored: text, or JSON text when `isJson`. */
  content: string
  isJson: boolean
  version: number
  sha256: string
  lastAuthor: string | null
  updatedAt: string
  revision: number
  /** Whether a credential other than the caller's wrote this version. */
  foreign: boolean
  flags: readonly TextFlag[]
}

/** One entry of a workspace's log, in wire form. */
export type WorkspaceChange = {
  revision: number
  path: string
  op: 'put' | 'append' | 'delete' | 'move' | 'json_patch'
  to: string | null
  version: number
  agent_id: string | null
  message: string | null
  at: string
}

/** In wire form. */
export type ListedWorkspace = {
  workspace_id: string
  name: string
  role: 'owner' | WorkspaceRole
  files: number
  bytes: number
  revision: number
  updated_at: string
  expires_at: string | null
}
/** In wire form. */
export type ListedFile = {
  path: string
  version: number
  bytes: number
  sha256: string
  updated_at: string
  last_author: string | null
}
export type Paging = { limit: number; cursor?: string | undefined }

/**
 * Workspaces of the paying credential, and those it has a token for. A workspace the caller may not see is `not_found`
 * (404); an insufficient role is `forbidden` (403). Other refusals: `version_conflict`, `already_exists`, `test_failed`
 * (409, with `conflict`), `quota_exceeded` (413). None is charged. Every writing method takes effect once per call.
 */
export type WorkspacesDoor = {
  /** The tokens are returned only here; null for a workspace that existed already. */
  create: (wish: WorkspaceToCreate) => Promise<{ workspace: CreatedWorkspace; tokens: WorkspaceTokens | null }>
  write: (file: FileToWrite) => Promise<WrittenFile>
  read: (wanted: WorkspaceName & { path: string; version?: number | undefined }) => Promise<ReadFile>
  /** Returns at most 500 changes after a revision, oldest first. */
  changes: (
    wanted: WorkspaceName & { sinceRevision: number; path?: string | undefined },
  ) => Promise<{ changes: WorkspaceChange[]; revision: number }>
  list: (paging: Paging) => Promise<{ workspaces: ListedWorkspace[]; nextCursor: string | null }>
  files: (
    wanted: WorkspaceName & Paging & { prefix?: string | undefined },
  ) => Promise<{ files: ListedFile[]; nextCursor: string | null; treeDigest: string }>
}
