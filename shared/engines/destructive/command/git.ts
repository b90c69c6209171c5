import { push, worktree } from '../rules/git.rules.ts'
import type { Rule } from '../rule.ts'
import { report } from '../scan.ts'
import { hasAnyOf } from './arguments.ts'
import type { Leaf } from './leaf.ts'
import { optionValues } from './option-values.ts'

const shared =
  /^(?:\+?(?:[^:]*:)?)(?:refs\/heads\/)?(?:main|master|trunk|develop|development|production|prod|staging|release(?:[/-].*)?|stable|gh-pages)$/i

/** The git subcommands whose danger lies in how their words combine. */
export const gitSubcommands: Record<string, (leaf: Leaf) => void> = {
  push: judgePush,
  checkout: judgeCheckout,
  restore: judgeRestore,
  clean: judgeClean,
}

/** Judges a git command line by its subcommand, if that is one of the intricate ones. */
export function judgeGit(leaf: Leaf): void {
  const subcommand = leaf.args.words[0]?.toLowerCase() ?? ''
  if (Object.hasOwn(gitSubcommands, subcommand)) gitSubcommands[subcommand]?.(leaf)
}

function judgePush(leaf: Leaf) {
  const found = (rule: Rule) => report(leaf.scan, rule, leaf.segment, leaf.text)
  const { options } = leaf.args
  const refs = leaf.args.words.slice(2)
  const touchesShared = refs.some((ref) => shared.test(ref))
  if (options.has('--mirror')) return found(push.mirror)
  if (options.has('--delete') || options.has('-d') || refs.some((ref) => /^\+?:./.test(ref))) {
    return found(touchesShared ? push.removeMain : push.remove)
  }
  if (options.has('--force') || options.has('-f') || refs.some((ref) => ref.startsWith('+'))) {
    if (touchesShared || options.has('--all')) return found(push.forceMain)
    // `origin HEAD`, and a push that names no branch, push the branch that is checked out.
    const named = refs.some((ref) => !/^\+?HEAD$/.test(ref))
    return found(named ? push.forceBranch : push.forceUnnamed)
  }
  if (options.has('--force-with-lease')) return found(touchesShared ? push.leaseMain : push.lease)
  if (options.has('--prune')) found(push.prune)
}

function judgeCheckout(leaf: Leaf) {
  const found = (rule: Rule) => report(leaf.scan, rule, leaf.segment, leaf.text)
  const { args, argv } = leaf
  const dashes = argv.indexOf('--')
  const after = dashes < 0 ? [] : argv.slice(dashes + 1)
  const values = new Set(optionValues(argv, '--conflict|--inter-hunk-context|-U|--unified'))
  const before = args.words.slice(1, args.words.length - after.length).filter((word) => !values.has(word))
  if (hasAnyOf(args, '--ours|--theirs')) return found(worktree.checkoutSide)
  if (after.length > 0) return found(after.some(isAll) ? worktree.checkoutAll : worktree.checkoutPath)
  if (before.some(isAll)) return found(worktree.checkoutAll)
  if (hasAnyOf(args, '-f|--force')) return found(worktree.checkoutForce)
  if (hasAnyOf(args, '--pathspec-from-file')) return found(worktree.checkoutPath)
  // These options take the name or start point of a new branch, so a second word is not a path.
  const makesBranch = [...args.options.keys()].some((name) => /^(?:-[bBt]|--track|--orphan|-[bB].+)$/.test(name))
  if (!makesBranch && before.length > 1) found(worktree.checkoutPath)
}

function judgeRestore(leaf: Leaf) {
  const { args } = leaf
  const onlyIndex = hasAnyOf(args, '--staged|-S') && !hasAnyOf(args, '--worktree|-W')
  const paths = args.words.slice(1)
  if (onlyIndex || (paths.length === 0 && !hasAnyOf(args, '--pathspec-from-file'))) return
  report(leaf.scan, paths.some(isAll) ? worktree.restoreAll : worktree.restorePath, leaf.segment, leaf.text)
}

function judgeClean(leaf: Leaf) {
  const { args } = leaf
  if (hasAnyOf(args, '-i|--interactive') && !hasAnyOf(args, '-f|--force')) return
  const forced = hasAnyOf(args, '-f|--force') || [...args.options.keys()].some((name) => /^-[a-zA-Z]*f/.test(name))
  // Without -f git refuses, unless a setting says otherwise.
  if (!forced) return
  report(leaf.scan, hasAnyOf(args, '-d|-x|-X') ? worktree.cleanAll : worktree.clean, leaf.segment, leaf.text)
}

const isAll = (path: string) => /^(?:\.|\.\/|:\/|\*|:\(top\)|\.\.\/?)$/.test(path)
