import { OWN_GOALS } from './own-goals.rules.ts'

/** A goal of our own with the outcomes that a plan for it holds, in order; none where it has no plan. */
export type Example = { slugs: readonly string[]; goal: string; input: string }

/** Reads the goals of our own. */
export const readExamples = (): Example[] =>
  OWN_GOALS.trim()
    .split('\n')
    .map((line) => line.split(' | ').map((part) => part.replace(/ \|$/, '').trim()))
    .map(([slugs = '', goal = '', input = '']) => ({
      slugs: slugs === '-' ? [] : slugs.split(' '),
      goal,
      input: input.replaceAll('⏎', '\n'),
    }))
