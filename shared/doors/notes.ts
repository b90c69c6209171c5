/** A finding in a stored text: instructions to its reader, or a secret. Never contains the secret itself. */
export type TextFlag = { rule: string; severity: 'low' | 'medium' | 'high' | 'critical'; message: string }

/** The result of screening a text before it is stored. */
export type Screened = { hasSecret: boolean; flags: readonly TextFlag[] }

/** Text, or any JSON. */
export type NoteContent = string | Record<string, unknown> | readonly unknown[]

/** Identifies one of the caller's notes; `shareToken` identifies a note of another owner. */
export type NoteName = { noteId?: string | undefined; key?: string | undefined; shareToken?: string | undefined }

export type NoteToSave = NoteName & {
  content: NoteContent
  title?: string | undefined
  tags?: readonly string[] | undefined
  agentId?: string | undefined
  mode: 'replace' | 'append' | 'create_only'
  expectedVersion?: number | undefined
  ttlSeconds?: number | undefined
  visibility?: 'private' | 'public' | undefined
  screened: Screened
}

/** In wire form, because it is stored with the effect and returned unchanged. */
export type SavedNote = {
  note_id: string
  key: string | null
  version: number
  created: boolean
  bytes: number
  sha256: string
  unchanged: boolean
  deleted: boolean
  saved_at: string
  expires_at: string | null
}

export type NoteToRead = NoteName & { version?: number | undefined; diffFrom?: number | undefined }

export type ReadNote = {
  noteId: string
  /** Null unless the reader is the owner. */
  key: string | null
  title: string | null
  tags: readonly string[]
  /** As stored: text, or JSON text when `isJson`. */
  content: string
  isJson: boolean
  version: number
  latestVersion: number
  sha256: string
  agentId: string | null
  updatedAt: string
  access: 'owner' | 'shared' | 'public'
  /** Whether a credential other than the caller's wrote this version. */
  foreign: boolean
  flags: readonly TextFlag[]
  /** The version to compare with, if requested. */
  earlier: { content: string; isJson: boolean } | null
}

export type NoteList = {
  tag?: string | undefined
  prefix?: string | undefined
  q?: string | undefined
  agentId?: string | undefined
  limit: number
  cursor?: string | undefined
  sort: 'updated_desc' | 'updated_asc' | 'key_asc'
}

/** One of the caller's notes in a list, in wire form. */
export type ListedNote = {
  note_id: string
  key: string | null
  title: string | null
  tags: string[]
  version: number
  bytes: number
  visibility: 'private' | 'public'
  updated_at: string
  expires_at: string | null
  snippet: string | null
}

export type NoteBrowse = {
  q?: string | undefined
  tag?: string | undefined
  /** A label, or a label with its owner's tag (`label#a1b2c3`). */
  author?: string | undefined
  limit: number
  cursor?: string | undefined
  sort: 'recent' | 'popular'
}

/** A public note in a list, in wire form. */
export type PublicNote = {
  note_id: string
  title: string | null
  author: string
  tags: string[]
  snippet: string | null
  bytes: number
  version: number
  updated_at: string
  reads: number
  injection_flags: TextFlag[]
}

export type ShareToMake = {
  permission: 'read' | 'append'
  expiresInS: number
  maxUses?: number | undefined
  pinVersion?: number | undefined
}

/** A share as its owner sees it, in wire form. */
export type NoteShare = {
  share_id: string
  permission: 'read' | 'append'
  created_at: string
  expires_at: string
  max_uses: number | null
  uses_left: number | null
  pin_version: number | null
  revoked_at: string | null
}

/**
 * Notes of the paying credential. A note that is not the caller's, not shared with it and not public is `not_found`
 * (404), like one that does not exist. Other refusals: `version_conflict` and `already_exists` (409), `quota_exceeded`
 * (413), `secret_detected` (422). None is charged. Every writing method takes effect once per call, on any number of
 * attempts.
 */
export type NotesDoor = {
  save: (note: NoteToSave) => Promise<SavedNote>
  /** Removes a note with its versions and shares. */
  remove: (name: NoteName & { expectedVersion?: number | undefined }) => Promise<SavedNote>
  /** Reading through a share uses up one of its uses. */
  read: (wanted: NoteToRead) => Promise<ReadNote>
  list: (wanted: NoteList) => Promise<{ notes: ListedNote[]; total: number; nextCursor: string | null }>
  browse: (
    wanted: NoteBrowse,
  ) => Promise<{ notes: PublicNote[]; nextCursor: string | null; popularTags: { tag: string; n: number }[] }>
  /** The token is returned only here. */
  share: (name: NoteName, share: ShareToMake) => Promise<{ share: NoteShare; token: string; visibility: Visibility }>
  shares: (name: NoteName) => Promise<{ shares: NoteShare[]; visibility: Visibility }>
  revoke: (name: NoteName, shareId: string) => Promise<{ revoked: boolean; visibility: Visibility }>
  publish: (name: NoteName, visibility: Visibility) => Promise<{ visibility: Visibility }>
}

type Visibility = 'private' | 'public'
