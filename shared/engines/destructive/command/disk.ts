import { pathClass } from '../path-class.ts'
import { disk } from '../rules/disk.rules.ts'
import { report } from '../scan.ts'
import { hasHole } from '../shell/hole.ts'
import { hasAnyOf } from './arguments.ts'
import type { Leaf } from './leaf.ts'

/** dd, mkfs and its kin, and the Windows format command. */
export const diskTools: Record<string, (leaf: Leaf) => void> = {
  dd: convert,
  dcfldd: convert,
  dc3dd: convert,
  ddrescue: (leaf) => judgeTarget(leaf, leaf.args.words[1]),
  mkfs: makeFileSystem,
  mke2fs: makeFileSystem,
  newfs: makeFileSystem,
  mkntfs: makeFileSystem,
  mkdosfs: makeFileSystem,
  'format.com': format,
  format,
}

/** Whether a command makes a file system, by its name (`mkfs.ext4`). */
export const makesFileSystem = (command: string) => /^(?:mkfs|newfs)[._]\w+$/.test(command)

export function makeFileSystem(leaf: Leaf) {
  const { words } = leaf.args
  if (words.length === 0 || hasAnyOf(leaf.args, '-V|--version')) return
  const inFile =
    words.some((word) => /\.(?:img|iso|raw|qcow2|disk|bin|fs|ext[234])$/.test(word)) &&
    !words.some((word) => word.startsWith('/dev/'))
  report(leaf.scan, inFile ? disk.mkfsFile : disk.mkfs, leaf.segment, leaf.text)
}

function convert(leaf: Leaf) {
  const target = leaf.argv.find((word) => word.startsWith('of='))
  if (target !== undefined) judgeTarget(leaf, target.slice(3))
}

function judgeTarget(leaf: Leaf, target: string | undefined) {
  if (target === undefined) return
  const kind = pathClass(target, leaf.cwd)
  if (kind === 'sink' || kind === 'temp') return
  if (kind === 'disk') return report(leaf.scan, disk.ddDevice, leaf.segment, leaf.text)
  if (kind === 'system-inside' || kind === 'system')
    return report(leaf.scan, disk.ddSystemFile, leaf.segment, leaf.text)
  report(leaf.scan, disk.ddFile, leaf.segment, leaf.text, hasHole(target) ? 'high' : undefined)
}

function format(leaf: Leaf) {
  const isDrive = leaf.args.words.some((word) => /^[a-z]:\\?$/i.test(word))
  if (isDrive) report(leaf.scan, disk.format, leaf.segment, leaf.text)
}
