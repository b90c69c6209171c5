import type { SkillFile } from './skill-file.ts'
import type { SkillFinding } from '#shared/engines/skill/skill-verdict.ts'

const MAX_ENTRIES = 5_000
const MAX_RATIO = 100
const MAX_UNPACKED = 1024 ** 3

/** What the directory of a ZIP says of its entries: paths that leave it, sizes that burst, programs, encryption. */
export function archiveFindings(file: SkillFile): SkillFinding[] {
  if (file.kind !== 'archive') return []
  const place = { path: file.path, line: 0 }
  const note: SkillFinding = {
    ...place,
    rule_id: 'archive.present',
    category: 'hidden_content',
    severity: 'medium',
    excerpt: `${file.bytes.length} bytes`,
    why: 'What is inside an archive is not looked at.',
    fix: 'Unpack it and vet the files.',
  }
  const entries = zipEntries(file.bytes)
  if (entries === null) return [note]
  const found: SkillFinding[] = [note]
  const leaving = entries.find(({ name }) => /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/.test(name))
  if (leaving !== undefined)
    found.push({
      ...place,
      rule_id: 'archive.traversal',
      category: 'command_execution',
      severity: 'critical',
      excerpt: leaving.name.slice(0, 160),
      why: 'An entry would be written outside of the folder it is unpacked in.',
      fix: 'Do not unpack it.',
    })
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > MAX_UNPACKED || total > file.bytes.length * MAX_RATIO)
    found.push({
      ...place,
      rule_id: 'archive.bomb',
      category: 'resource_abuse',
      severity: 'critical',
      excerpt: `${file.bytes.length} bytes become ${total}`,
      why: 'It unpacks to far more than it is.',
      fix: 'Do not unpack it.',
    })
  if (entries.some(({ isEncrypted }) => isEncrypted))
    found.push({
      ...place,
      rule_id: 'archive.encrypted',
      category: 'social_engineering',
      severity: 'high',
      excerpt: `${entries.length} entries`,
      why: 'Entries are encrypted, so that no scanner sees them.',
      fix: 'Do not open it.',
    })
  const program = entries.find(({ name }) =>
    /\.(?:exe|dll|scr|msi|bat|cmd|ps1|vbs|jar|app|dmg|pkg|so|dylib)$/i.test(name),
  )
  if (program !== undefined)
    found.push({
      ...place,
      rule_id: 'archive.program',
      category: 'supply_chain',
      severity: 'high',
      excerpt: program.name.slice(0, 160),
      why: 'The archive holds a program.',
      fix: 'Ask for its source.',
    })
  return found
}

/** Entries by the central directory (PKWARE APPNOTE 4.3.12); null for anything else than a readable ZIP. */
function zipEntries(bytes: Buffer): { name: string; size: number; isEncrypted: boolean }[] | null {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > bytes.length) return null
  let at = bytes.readUInt32LE(end + 16)
  const count = Math.min(bytes.readUInt16LE(end + 10), MAX_ENTRIES)
  const entries: { name: string; size: number; isEncrypted: boolean }[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) return null
    const [nameLength, extra, comment] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ]
    entries.push({
      name: bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8'),
      size: bytes.readUInt32LE(at + 24),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    })
    at += 46 + nameLength + extra + comment
  }
  return entries
}
