import type { TextFlag } from '#shared/doors/notes.ts'

import type { InjectionSource } from '../injection/injection-rule.ts'
import { scanForInjection } from '../injection/scan-for-injection.ts'
import { findSecrets } from '../secrets/find-secrets.ts'

/**
 * Result of screening: secrets by their provider, and signs of injection, `high` at least where the text should be
 * withheld. Neither contains the text itself.
 */
export type Screening = { hasSecret: boolean; secretKinds: string[]; flags: TextFlag[]; isOrder: boolean }

const MOST_FLAGS = 20

/**
 * Screens a text before it is stored or shown to others, for secrets of more than low confidence and for instructions
 * to its reader. Flags are at most as severe as the scanner's decision about the whole text.
 */
export function screenText({ text, source }: { text: string; source: InjectionSource }): Screening {
  const secrets = findSecrets(text).filter(({ confidence }) => confidence !== 'low')
  const { decision, findings } = scanForInjection(text, { source })
  const isOrder = decision === 'block'
  const flags =
    decision === 'allow'
      ? []
      : findings.slice(0, MOST_FLAGS).map(({ rule_id, category, severity }) => ({
          rule: rule_id,
          severity: bounded(severity, isOrder),
          message: `reads like ${category.replaceAll('_', ' ')}`,
        }))
  const secretKinds = [...new Set(secrets.map(({ provider, rule_id }) => provider ?? rule_id))].slice(0, 10)
  return { hasSecret: secrets.length > 0, secretKinds, flags, isOrder }
}

function bounded(severity: TextFlag['severity'], isOrder: boolean): TextFlag['severity'] {
  if (isOrder) return severity === 'critical' ? 'critical' : 'high'
  return severity === 'low' ? 'low' : 'medium'
}
