import { pathClass } from '../path-class.ts'
import { writing } from '../rules/filesystem.rules.ts'
import { report } from '../scan.ts'
import type { Scan } from '../scan.ts'
import { hasAnyOf } from './arguments.ts'
import type { Leaf } from './leaf.ts'

const loginFile =
  /^(?:\/private)?\/etc\/(?:passwd|shadow|gshadow|group|sudoers|sudoers\.d\/.*|pam\.d\/.*|ssh\/sshd_config)$|\/\.ssh\/authorized_keys$/
const kernelFile = /^\/(?:proc\/(?:sysrq-trigger|sys\/.*)|sys\/.*)$/

/** Judges writing over a path; `appends` says that its present content stays. */
export function judgeWrite(
  scan: Scan,
  target: { path: string; cwd: string; appends: boolean },
  segment: number,
  text: string,
): void {
  const kind = pathClass(target.path, target.cwd)
  if (loginFile.test(target.path))
    return report(scan, writing.keyFile, segment, text, target.appends ? 'high' : undefined)
  if (kind === 'disk') return report(scan, writing.disk, segment, text)
  if (kernelFile.test(target.path)) return report(scan, writing.kernel, segment, text)
  if (kind === 'system-inside' || kind === 'root') report(scan, writing.systemFile, segment, text)
}

/** Programs that write over the files they are given. */
export const writers: Record<string, (leaf: Leaf) => void> = {
  tee: (leaf) => each(leaf, leaf.args.words, hasAnyOf(leaf.args, '-a|--append')),
  sponge: (leaf) => each(leaf, leaf.args.words, hasAnyOf(leaf.args, '-a')),
  truncate,
  cp: (leaf) => lastOnly(leaf),
  install: (leaf) => lastOnly(leaf),
  ln: (leaf) => (hasAnyOf(leaf.args, '-f|--force') ? lastOnly(leaf) : undefined),
  mv: move,
  scp: copyToHost,
  sftp: copyToHost,
  rsync: copyToHost,
}

function each(leaf: Leaf, paths: readonly string[], appends: boolean) {
  for (const path of paths) judgeWrite(leaf.scan, { path, cwd: leaf.cwd, appends }, leaf.segment, leaf.text)
}

/** Copying into a system directory is how software is installed; only disks and the files of logins are guarded. */
function lastOnly(leaf: Leaf) {
  const path = leaf.args.words.at(-1)
  if (path === undefined || leaf.args.words.length < 2) return
  if (loginFile.test(path) || pathClass(path, leaf.cwd) === 'disk') each(leaf, [path], false)
}

/** Emptying a file loses what it held, though the file stays. */
function truncate(leaf: Leaf) {
  each(leaf, leaf.args.words, false)
  const kinds = leaf.args.words.map((path) => pathClass(path, leaf.cwd))
  if (kinds.every((kind) => kind === 'temp' || kind === 'sink')) return
  const matters =
    kinds.some((kind) => kind === 'machine' || kind === 'dotfile') || leaf.args.words.some((path) => /[*?]/.test(path))
  report(leaf.scan, writing.truncate, leaf.segment, leaf.text, matters ? 'medium' : undefined)
}

/** Copying into the system of another machine. */
function copyToHost(leaf: Leaf) {
  const path = /^[^/:]+::?(\/.*)$/.exec(leaf.args.words.at(-1) ?? '')?.[1]
  if (path === undefined || leaf.args.words.length < 2) return
  const kind = pathClass(path)
  if (kind === 'root' || kind === 'system') report(leaf.scan, writing.systemFile, leaf.segment, leaf.text)
  else each(leaf, [path], false)
}

function move(leaf: Leaf) {
  lastOnly(leaf)
  const [target, ...sources] = leaf.args.words.toReversed()
  if (target === '/dev/null') return report(leaf.scan, writing.systemFile, leaf.segment, leaf.text)
  const kinds = sources.map((path) => pathClass(path, leaf.cwd))
  if (
    kinds.some((kind) => kind === 'root' || kind === 'home' || kind === 'system') ||
    sources.some((path) => loginFile.test(path))
  ) {
    report(leaf.scan, writing.systemFile, leaf.segment, leaf.text)
  }
}
