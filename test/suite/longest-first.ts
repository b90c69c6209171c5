import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where `npm run -s test:order` writes the files that took longest, the longest first. */
export const LONGEST_FILES = join(import.meta.dirname, 'longest-files.json')

/** The files that took longest when the suite was last measured, by their paths. */
export const longestFiles = (): string[] => z.array(z.string()).parse(JSON.parse(readFileSync(LONGEST_FILES, 'utf8')))

/** Vitest's own order, but the longest files of each project come first: begun last, they would run on alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const longest = longestFiles()
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
      return rank === -1 ? longest.length : rank
    }
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name)
      return own.toSorted((one, other) => rankOf(one) - rankOf(other))
    })
  }
}
