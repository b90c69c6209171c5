import { basename } from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take longest, most of it waiting: begun last, they would run on when nothing else is left to do. */
const LONG = [
  // Its starts are slow by intent, and what they compile is there for the others.
  'start',
  'media',
  'crash',
  'screenshot-sandbox',
  'upstreams',
  'pdf',
  'intel-workflows',
  'screenshot',
  'website-intelligence',
  'scale-and-stop',
  'secrets',
  'outage',
  'bundles',
  'paid-call',
  'screenshot-hostile',
  'screenshot-pages',
  'postgres-answer-lost',
  'strange-jobs',
  'bad-input',
  'open-pdf-reader',
  'sandbox',
  'assess',
]

/** Vitest's own order, in which each project's long files come before its others also when no earlier run is known. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name)
      return own.toSorted((one, other) => rankOf(one) - rankOf(other))
    })
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG.indexOf(basename(moduleId, '.test.ts'))
  return rank === -1 ? LONG.length : rank
}
