import { pathClass } from '../path-class.ts'
import { removal } from '../rules/filesystem.rules.ts'
import { report } from '../scan.ts'
import { hasAnyOf } from './arguments.ts'
import type { Leaf } from './leaf.ts'
import { removePaths } from './remove-paths.ts'

/** rm and everything that removes what it is given: rimraf, del, rd, Remove-Item, shred, rmdir, unlink. */
export const removers: Record<string, (leaf: Leaf) => void> = {
  rm: (leaf) => remove(leaf, hasAnyOf(leaf.args, '-r|-R|--recursive'), hasAnyOf(leaf.args, '-f|--force')),
  rimraf: (leaf) => remove(leaf, true, true),
  del: windowsRemove,
  'del-cli': (leaf) => remove(leaf, true, true),
  erase: windowsRemove,
  rd: windowsRemove,
  unlink: (leaf) => remove(leaf, false, true),
  rmdir: (leaf) => {
    if (leaf.args.words.some((word) => /^(?:\/q)?\/s(?:\/q)?$/i.test(word))) return windowsRemove(leaf)
    return report(leaf.scan, removal.emptyDirectory, leaf.segment, leaf.text)
  },
  'remove-item': powershellRemove,
  ri: powershellRemove,
  shred,
}

function remove(leaf: Leaf, recursive: boolean, force: boolean) {
  const paths = leaf.args.words
  if (paths.length > 0) removePaths(leaf, paths, { recursive, force })
}

/** `del /s /q`, `rd /s /q`: options begin with a slash. */
function windowsRemove(leaf: Leaf) {
  const isOption = (word: string) => /^(?:\/[a-z](?::[^/]*)?){1,8}$/i.test(word)
  const options = leaf.args.words.filter(isOption).flatMap((word) => word.toLowerCase().split(/(?=\/)/))
  const paths = leaf.args.words.filter((word) => !isOption(word))
  const recursive = options.includes('/s') || hasAnyOf(leaf.args, '-r|-R|-Recurse|-recurse')
  if (paths.length > 0) removePaths(leaf, paths, { recursive, force: options.includes('/q') || recursive })
}

function powershellRemove(leaf: Leaf) {
  const options = new Set([...leaf.args.options.keys()].map((name) => name.toLowerCase()))
  const named = leaf.args.words.filter((word) => !/^(?:silentlycontinue|stop|continue)$/i.test(word))
  const recursive = options.has('-recurse') || options.has('-r') || options.has('-rec')
  if (named.length === 0) return report(leaf.scan, recursive ? removal.tree : removal.many, leaf.segment, leaf.text)
  removePaths(leaf, named, { recursive, force: options.has('-force') || options.has('-fo') })
}

function shred(leaf: Leaf) {
  const { words } = leaf.args
  if (words.length === 0) return
  const level = words.some((word) => pathClass(word, leaf.cwd) === 'disk') ? 'critical' : undefined
  if (words.every((word) => pathClass(word, leaf.cwd) === 'temp'))
    return report(leaf.scan, removal.temp, leaf.segment, leaf.text)
  report(leaf.scan, removal.shred, leaf.segment, leaf.text, level)
}
