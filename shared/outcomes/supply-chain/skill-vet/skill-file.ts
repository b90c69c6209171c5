import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { objectOr, textOr } from '#shared/engines/capability/tool-like.ts'
import { findSecrets } from '#shared/engines/secrets/find-secrets.ts'
import type { SecretFinding } from '#shared/engines/secrets/secret-rule.ts'

export type SkillFileKind = 'markdown' | 'shell' | 'python' | 'javascript' | 'config' | 'text' | 'archive' | 'binary'

/** One file of a skill, read. `text` is empty where the bytes are no text. */
export type SkillFile = {
  path: string
  kind: SkillFileKind
  bytes: Buffer
  text: string
  /** Credentials in the text. */
  secrets: readonly SecretFinding[]
  /** The text as it may be shown: dots in the place of credentials, so that every index is the same. */
  shown: string
  sha256: string
  isAnalyzable: boolean
}

const kinds: readonly [pattern: RegExp, kind: SkillFileKind][] = [
  [/\.(?:md|mdx|markdown)$/i, 'markdown'],
  [/\.(?:sh|bash|zsh|fish|ksh|command|bats|ps1|bat|cmd)$/i, 'shell'],
  [/\.(?:py|pyw|pyi|ipynb)$/i, 'python'],
  [/\.(?:[cm]?[jt]sx?)$/i, 'javascript'],
  [
    /(?:\.(?:json|ya?ml|toml|ini|cfg|lock|env)|requirements[\w.-]*\.txt|Pipfile|Gemfile|Dockerfile|Makefile|\.npmrc|\.pypirc)$/i,
    'config',
  ],
]
const archiveMagic: readonly number[][] = [
  [0x50, 0x4b, 3, 4],
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0xfd, 0x37, 0x7a],
]

/** Reads a file as a sender gives it: `{path, content | content_base64}`. */
export function readSkillFile(sent: unknown): SkillFile {
  const { path, content, content_base64 } = objectOr(sent)
  const bytes =
    textOr(content) === undefined ? Buffer.from(textOr(content_base64) ?? '', 'base64') : Buffer.from(String(content))
  const isText = !bytes.subarray(0, 8_192).includes(0) && !isArchive(bytes)
  const text = isText ? bytes.toString('utf8') : ''
  const name = textOr(path) ?? ''
  const kind = isText ? kindOf(name, text) : isArchive(bytes) ? 'archive' : 'binary'
  const secrets = findSecrets(text).filter(({ confidence }) => confidence !== 'low')
  const isAnalyzable = isText && strangeShare(text) < 0.1
  return {
    path: name,
    kind,
    bytes,
    text,
    secrets,
    shown: dotted(text, secrets),
    sha256: sha256Hex(bytes),
    isAnalyzable,
  }
}

function dotted(text: string, secrets: readonly SecretFinding[]): string {
  let shown = ''
  let from = 0
  for (const { start, end } of secrets) {
    shown += `${text.slice(from, start)}${text.slice(start, end).replace(/[^\n]/g, '•')}`
    from = end
  }
  return shown + text.slice(from)
}

const isArchive = (bytes: Buffer) => archiveMagic.some((magic) => magic.every((byte, index) => bytes[index] === byte))

function kindOf(path: string, text: string): SkillFileKind {
  const shebang = /^#!\s*\S*\b(bash|sh|zsh|python\d?|node|deno|bun)\b/.exec(text.slice(0, 200))?.[1]
  if (shebang !== undefined)
    return /python/.test(shebang) ? 'python' : /node|deno|bun/.test(shebang) ? 'javascript' : 'shell'
  return kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'text'
}

const strangeShare = (text: string) =>
  (text
    .slice(0, 20_000)
    .match(/[\p{Cc}\p{Cn}\p{Co}\ufffd]/gu)
    ?.filter((char) => !/[\t\n\r\f]/.test(char)).length ?? 0) / Math.max(1, Math.min(text.length, 20_000))

/** Line number of an index, 1 for the first. */
export function lineOf(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
