import { pathClass } from '../path-class.ts'
import { permission } from '../rules/filesystem.rules.ts'
import { report } from '../scan.ts'
import { hasAnyOf } from './arguments.ts'
import type { Leaf } from './leaf.ts'

/** chmod, chown, chgrp: what a recursive change reaches, and what a mode lets in or locks out. */
export const permissionTools: Record<string, (leaf: Leaf) => void> = { chmod, chown, chgrp: chown }

const wide = /^0?[0-7]?[0-7][0-7][2367]$|^(?:a|o|ugo|go|)\+[rxX]*w|^(?:a|o|ugo)=[rxX]*w/
const none = /^0*$|^(?:a|ugo|)-[rwx]*r|^(?:a|ugo)=$/

function chmod(leaf: Leaf) {
  // A mode such as -w or -rwx looks like an option.
  const mode = leaf.argv
    .slice(1)
    .find((word) => /^(?:[0-7]{1,5}|[ugoa]*[-+=][rwxXst,ugoa+=-]*)$/.test(word) && !/^-(?:R|v|c|f|Rf|fR)$/.test(word))
  const paths = leaf.args.words.filter((word) => word !== mode)
  if (mode === undefined) return
  const recursive = hasAnyOf(leaf.args, '-R|--recursive')
  if (recursive && reachesSystem(leaf, paths)) return report(leaf.scan, permission.systemTree, leaf.segment, leaf.text)
  if (none.test(mode)) return report(leaf.scan, permission.lockOut, leaf.segment, leaf.text)
  if (/^[ug]*[+=][rwx]*s|^0?[2467][0-7]{3}$/.test(mode)) report(leaf.scan, permission.setUser, leaf.segment, leaf.text)
  if (!wide.test(mode)) return
  if (reachesSystem(leaf, paths)) return report(leaf.scan, permission.systemPath, leaf.segment, leaf.text)
  report(leaf.scan, recursive ? permission.worldWritableTree : permission.worldWritable, leaf.segment, leaf.text)
}

function chown(leaf: Leaf) {
  if (!hasAnyOf(leaf.args, '-R|--recursive')) return
  const paths = leaf.args.words.slice(hasAnyOf(leaf.args, '--reference') ? 0 : 1)
  report(leaf.scan, reachesSystem(leaf, paths) ? permission.systemTree : permission.ownerTree, leaf.segment, leaf.text)
}

const reachesSystem = (leaf: Leaf, paths: readonly string[]) =>
  paths.some((path) => {
    const kind = pathClass(path, leaf.cwd)
    return kind === 'root' || kind === 'system' || kind === 'system-inside' || kind === 'unset'
  })
