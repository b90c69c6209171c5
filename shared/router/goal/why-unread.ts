import { CJK } from './fold.ts'

/** Why a goal cannot be read; null when it can. */
export function whyUnread(goal: string): string | null {
  const letters = goal.match(/\p{L}/gu)?.length ?? 0
  if (letters < 2) return 'The goal has no words that can be read: say in words what is wanted.'
  const read = (goal.match(/\p{Script=Latin}/gu)?.length ?? 0) + (goal.match(new RegExp(CJK.source, 'gu'))?.length ?? 0)
  return read >= 0.5 * letters
    ? null
    : 'The router reads goals in English, German, Spanish, French, Chinese and Japanese; this one is in another script.'
}
