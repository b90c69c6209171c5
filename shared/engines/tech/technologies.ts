import { cmsRules } from './rules/cms.rules.ts'
import { commerceRules } from './rules/commerce.rules.ts'
import { platformRules } from './rules/platform.rules.ts'
import type { Technology } from './technology.ts'

/** Every technology that is known, own work of this project. */
export const TECHNOLOGIES: readonly Technology[] = [...cmsRules, ...commerceRules, ...platformRules]

export const technologyByName: ReadonlyMap<string, Technology> = new Map(TECHNOLOGIES.map((one) => [one.name, one]))

/** Name of the rule set in answers; its version is raised with every change of its results. */
export const RULESET = `farebox-technologies 1.0 (${TECHNOLOGIES.length})`
