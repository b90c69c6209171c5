/** A start failed for a reason the user can act on. The message is one line; the exit code is 1. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a file of that name is in the way',
  EISDIR: 'a folder of that name is in the way',
  ELOOP: 'the path is a loop of links',
  ENAMETOOLONG: 'the path is too long',
}

/**
 * Returns the line to print for an error that stopped a start. File errors are put in words; others keep their message.
 */
export function failureLine(error: unknown): string {
  if (!(error instanceof Error)) return `Farebox could not start: ${String(error)}`
  if (error instanceof StartFailure) return error.message
  // Safe: the fields are read as unknown and tested before use.
  const { code, path } = error as { code?: unknown; path?: unknown }
  const reason = typeof code === 'string' ? REASONS[code] : undefined
  if (reason === undefined || typeof path !== 'string') return `Farebox could not start: ${oneLine(error.message)}`
  return `Farebox cannot use ${path}: ${reason} (${String(code)}). Make it writable for this user, or set DATA_DIR to another folder.`
}

/** Text of an external program on one line, truncated to 500 characters. */
export const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 500)
